import classes from './Age.module.css';
import { useNow } from './use-now.ts';

type AgeProps = {
  /** When the server last confirmed it, in milliseconds. */
  updatedAt: number;
  /** From this age on, in milliseconds, it is shown as old. */
  staleAfterMs: number;
  className?: string | undefined;
};

/** How old a record is, in words every time; old ones get bold words and a broken ring as well. */
export function Age({ updatedAt, staleAfterMs, className = '' }: AgeProps) {
  const now = useNow();
  const ageMs = now === undefined ? 0 : Math.max(0, now - updatedAt);
  return (
    <span className={`${classes.age} ${className}`} data-old={ageMs >= staleAfterMs || undefined}>
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
        <circle cx="7" cy="7" r="5" />
      </svg>
      {`Updated ${formatAgo(ageMs)}`}
    </span>
  );
}

/** "just now", "12 min ago", "3 h ago", "2 days ago". */
function formatAgo(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? '1 day ago' : `${days} days ago`;
}
