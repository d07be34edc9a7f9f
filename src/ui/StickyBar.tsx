import type { ReactNode } from 'react';
import classes from './StickyBar.module.css';

/**
 * The main action of a page: a bar at the bottom of a phone screen, a sticky row on wider screens. On a screen that is
 * less than 480 px high, such as a page at a zoom of 400 %, it scrolls with the page. (LAY-12)
 */
export function StickyBar({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.bar}>
      {note !== undefined && <p className={`text-sm text-soft mb-2 ${classes.note}`}>{note}</p>}
      <div className={`flex flex-wrap gap-2 ${classes.row}`}>{children}</div>
    </div>
  );
}
