import type { ReactNode } from 'react';
import classes from './Rows.module.css';

type Row = { label: string; value: ReactNode; action?: ReactNode };

/** Label and value pairs, one per line, separated by thin lines. */
export function Rows({ rows, className = '' }: { rows: readonly Row[]; className?: string }) {
  return (
    <dl className={`${classes.rows} ${className}`}>
      {rows.map(({ label, value, action }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {action !== undefined && <dd className={classes.action}>{action}</dd>}
        </div>
      ))}
    </dl>
  );
}
