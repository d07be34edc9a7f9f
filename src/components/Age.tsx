import { formatAge, isRecordStale } from '../domain/format.ts';
import { useNow } from '../ui/use-now.ts';
import classes from './Age.module.css';

type AgeProps = {
  /** When the server last confirmed the data, in epoch milliseconds. */
  updatedAt: number;
};

/** The age of a record in words. A stale record is also marked by bold text and a dashed ring. */
export function Age({ updatedAt }: AgeProps) {
  const now = useNow() ?? updatedAt;
  return (
    <span className={classes.age} data-stale={isRecordStale(updatedAt, now) || undefined}>
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
        <circle cx="7" cy="7" r="5" />
      </svg>
      <span>{`Updated ${formatAge(updatedAt, now)}`}</span>
    </span>
  );
}
