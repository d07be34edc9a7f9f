import type { ReactNode } from 'react';
import { Age } from '../ui/Age.tsx';
import { useNow } from '../ui/use-now.ts';
import classes from './RouteCard.module.css';
import { RouteEnds } from './RouteEnds.tsx';
import { RouteLine } from './RouteLine.tsx';
import { StatusBadge } from './StatusBadge.tsx';

type Badge = Parameters<typeof StatusBadge>[0];
type RouteCardEnd = { title: string; detail: string };

export type RouteCardProps = {
  badge: Badge;
  line: { progress: number | undefined; end: 'delivered' | 'cancelled' | undefined };
  from: RouteCardEnd;
  to: RouteCardEnd;
  /** The one thing to know about when. */
  arrival: { headline: string; detail: string };
  /** Nothing moves any more, so what is shown cannot have changed. */
  isFinal: boolean;
  /** When the server last confirmed it, in milliseconds; undefined: never. */
  updatedAt: number | undefined;
  staleAfterMs: number;
  /** What the card leads to: an arrow, a button. */
  action?: ReactNode;
  /** Stays stacked on a wide screen too, where the card stands beside something else. */
  isNarrow?: boolean;
};

/** The inside of a delivery's card. */
export function RouteCard(props: RouteCardProps) {
  const { badge, line, from, to, arrival, isFinal, updatedAt, staleAfterMs, action, isNarrow } = props;
  const now = useNow();
  const isStale = !isFinal && updatedAt !== undefined && now !== undefined && now - updatedAt >= staleAfterMs;
  return (
    <RouteCardLayout
      status={<StatusBadge {...badge} />}
      route={
        <>
          <RouteLine {...line} texture={isStale ? 'old' : 'confirmed'} />
          <RouteEnds from={from} to={to} />
        </>
      }
      facts={
        <>
          <b>{arrival.headline}</b>
          {arrival.detail !== '' && <span>{arrival.detail}</span>}
        </>
      }
      age={updatedAt !== undefined && <Age updatedAt={updatedAt} staleAfterMs={staleAfterMs} />}
      go={action}
      isNarrow={isNarrow}
    />
  );
}

type RouteCardLayoutProps = Record<'status' | 'route' | 'facts' | 'age' | 'go', ReactNode> & {
  isNarrow?: boolean | undefined;
};

/** The places of a delivery's card: stacked on a phone, in columns on a wide screen. */
export function RouteCardLayout({ status, route, facts, age, go, isNarrow }: RouteCardLayoutProps) {
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
