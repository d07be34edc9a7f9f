import type { ReactNode } from 'react';
import classes from './Rows.module.css';

type Row = {
  label: string;
  value: ReactNode;
  action?: ReactNode;
  /** What belongs to the row and needs its whole width. */
  below?: ReactNode;
};

export type RowsProps = {
  /** A row that is absent is left out. */
  rows: readonly (Row | false | '' | null | undefined)[];
  isAtTop?: boolean;
};

/** Label and value pairs, one per line, separated by thin lines. At the top of a card the first has no line above. */
export function Rows({ rows, isAtTop = false }: RowsProps) {
  return (
    <dl className={classes.rows} data-top={isAtTop || undefined}>
      {rows.map(
        (row) =>
          row && (
            <div key={row.label}>
              <dt className="size-15 text-muted">{row.label}</dt>
              <dd>{row.value}</dd>
              {row.action !== undefined && <dd className={classes.action}>{row.action}</dd>}
              {row.below !== undefined && <dd className={classes.below}>{row.below}</dd>}
            </div>
          ),
      )}
    </dl>
  );
}
