import type { ReactNode } from 'react';
import classes from './Rows.module.css';

type Row = {
  label: string;
  value: ReactNode;
  action?: ReactNode;
  /** What belongs to the row and needs its whole width. */
  below?: ReactNode;
};

/** Label and value pairs, one per line, separated by thin lines. At the top of a card the first has no line above. */
export function Rows({ rows, isAtTop = false }: { rows: readonly Row[]; isAtTop?: boolean }) {
  return (
    <dl className={classes.rows} data-top={isAtTop || undefined}>
      {rows.map(({ label, value, action, below }) => (
        <div key={label}>
          <dt className="size-15 text-muted">{label}</dt>
          <dd>{value}</dd>
          {action !== undefined && <dd className={classes.action}>{action}</dd>}
          {below !== undefined && <dd className={classes.below}>{below}</dd>}
        </div>
      ))}
    </dl>
  );
}
