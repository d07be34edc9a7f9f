import type { ReactNode } from 'react';
import classes from './Rows.module.css';

type Row = {
  label: string;
  value: ReactNode;
  action?: ReactNode;
  /** What belongs to the row and needs its whole width. */
  below?: ReactNode;
};

/** Label and value pairs, one per line, separated by thin lines. */
export function Rows({ rows, className = '' }: { rows: readonly Row[]; className?: string }) {
  return (
    <dl className={`${classes.rows} ${className}`}>
      {rows.map(({ label, value, action, below }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {action !== undefined && <dd className={classes.action}>{action}</dd>}
          {below !== undefined && <dd className={classes.below}>{below}</dd>}
        </div>
      ))}
    </dl>
  );
}
