import { formatAge, isRecordStale } from '../domain/format.ts';
import { useNow } from '../ui/use-now.ts';
import classes from './Age.module.css';

type AgeProps = {
  /** When the server last confirmed the data, in epoch milliseconds. */
  updatedAt: number;
  className?: string | undefined;
  /** On a phone only a screen reader says "Updated", because the line above the list says it. */
  isInCard?: boolean;
};

/** The age of a record in words. A stale record is also marked by bold text and a dashed ring. */
export function Age({ updatedAt, className = '', isInCard = false }: AgeProps) {
  const now = useNow() ?? updatedAt;
  return (
    <span className={`${classes.age} ${className}`} data-stale={isRecordStale(updatedAt, now) || undefined}>
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
        <circle cx="7" cy="7" r="5" />
      </svg>
      {isInCard ? (
        <span>
          <span className="phone-sr-only">Updated </span>
          {formatAge(updatedAt, now)}
        </span>
      ) : (
        `Updated ${formatAge(updatedAt, now)}`
      )}
    </span>
  );
}
