import type { ReactNode } from 'react';
import classes from './RouteCard.module.css';
import { RouteLine } from './RouteLine.tsx';

type Props = {
  status: ReactNode;
  /** The line and its two ends. */
  route: ReactNode;
  /** The one thing to know about when. */
  facts: ReactNode;
  age: ReactNode;
  /** What the card leads to: an arrow, a button. */
  go?: ReactNode;
};

/** The inside of a delivery's card: stacked on a phone, in columns on a wide screen. */
export function RouteCard({ status, route, facts, age, go }: Props) {
  return (
    <div className={classes.card}>
      <div className={classes.status}>{status}</div>
      <div className={classes.route}>{route}</div>
      <div className={classes.facts}>{facts}</div>
      <div className={classes.age}>{age}</div>
      {go !== undefined && <div className={classes.go}>{go}</div>}
    </div>
  );
}

/** A card of which nothing is known yet. */
export function RouteCardGhost() {
  return (
    <div aria-hidden="true" className={classes.ghost}>
      <RouteCard
        status={<span className={classes.bone} data-size="badge" />}
        route={
          <>
            <RouteLine texture="ghost" />
            <div className={classes.boneEnds}>
              <span className={classes.bone} />
              <span className={classes.bone} />
            </div>
          </>
        }
        facts={<span className={classes.bone} />}
        age={<span className={classes.bone} />}
      />
    </div>
  );
}
