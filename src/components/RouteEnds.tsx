import type { ReactNode } from 'react';
import classes from './RouteEnds.module.css';

type RouteEndText = { title: ReactNode; detail?: ReactNode };

/** The two places below a route line: the pick-up on the left, the drop-off on the right. */
export function RouteEnds({ from, to }: { from: RouteEndText; to: RouteEndText }) {
  return (
    <div className={`flex justify-between gap-4 ${classes.ends}`}>
      {[from, to].map(({ title, detail }, index) => (
        <div key={index === 0 ? 'from' : 'to'} className="stack flex-1 content-start min-w-0 wrap-anywhere">
          <b className="title-lg">
            <span className="sr-only">{index === 0 ? 'From ' : 'To '}</span>
            <bdi>{title}</bdi>
          </b>
          {detail !== undefined && <small>{detail}</small>}
        </div>
      ))}
    </div>
  );
}
