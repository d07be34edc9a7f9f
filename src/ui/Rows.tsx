import type { ReactNode } from 'react';
import classes from './Rows.module.css';

type Row = { label: string; value: ReactNode; action?: ReactNode };

/** Labels and values, one pair a line, parted by hairlines. */
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
