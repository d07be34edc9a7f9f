import type { ReactNode } from 'react';
import { Age } from './Age.tsx';
import classes from './RouteCard.module.css';
import { RouteEnds } from './RouteEnds.tsx';
import { RouteLine } from './RouteLine.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { useNow } from './use-now.ts';

type Badge = Parameters<typeof StatusBadge>[0];
type End = { title: string; detail: string };

export type RouteCardProps = {
  badge: Badge;
  line: { progress: number | undefined; end: 'delivered' | 'cancelled' | undefined };
  from: End;
  to: End;
  /** The one thing to know about when. */
  arrival: { headline: string; detail: string };
  /** Nothing moves any more, so what is shown cannot have changed. */
  isFinal: boolean;
  /** When the server last confirmed it, in milliseconds; undefined: never. */
  at: number | undefined;
  oldAfter: number;
  /** What the card leads to: an arrow, a button. */
  go?: ReactNode;
  /** Stays stacked on a wide screen too, where the card stands beside something else. */
  isNarrow?: boolean;
};

/** The inside of a delivery's card. */
export function RouteCard(props: RouteCardProps) {
  const { badge, line, from, to, arrival, isFinal, at, oldAfter, go, isNarrow } = props;
  const now = useNow();
  const isOld = !isFinal && at !== undefined && now !== undefined && now - at >= oldAfter;
  return (
    <RouteCardLayout
      status={<StatusBadge {...badge} />}
      route={
        <>
          <RouteLine {...line} texture={isOld ? 'old' : 'confirmed'} />
          <RouteEnds from={from} to={to} />
        </>
      }
      facts={
        <>
          <b>{arrival.headline}</b>
          {arrival.detail !== '' && <span>{arrival.detail}</span>}
        </>
      }
      age={at !== undefined && <Age at={at} oldAfter={oldAfter} />}
      go={go}
      isNarrow={isNarrow}
    />
  );
}

type LayoutProps = Record<'status' | 'route' | 'facts' | 'age' | 'go', ReactNode> & {
  isNarrow?: boolean | undefined;
};

/** The places of a delivery's card: stacked on a phone, in columns on a wide screen. */
export function RouteCardLayout({ status, route, facts, age, go, isNarrow }: LayoutProps) {
  return (
    <div className={classes.card} data-narrow={isNarrow || undefined}>
      <div className={classes.head}>
        <div className={classes.status}>{status}</div>
        <div className={classes.age}>{age}</div>
      </div>
      <div className={classes.route}>{route}</div>
      <div className={classes.facts}>{facts}</div>
      {go !== undefined && <div className={classes.go}>{go}</div>}
    </div>
  );
}
