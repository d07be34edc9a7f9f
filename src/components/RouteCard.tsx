import type { ReactNode } from 'react';
import type { Arrival } from '../domain/arrival.ts';
import { isRecordStale } from '../domain/format.ts';
import type { PlaceLabel } from '../domain/place-labels.ts';
import { useNow } from '../ui/use-now.ts';
import { Age } from './Age.tsx';
import { RouteCardLayout } from './RouteCardLayout.tsx';
import { RouteEnds } from './RouteEnds.tsx';
import { RouteLine } from './RouteLine.tsx';
import { StatusBadge, type StatusBadgeProps } from './StatusBadge.tsx';

export type RouteCardProps = {
  badge: StatusBadgeProps;
  line: { progress: number | undefined; end: 'delivered' | 'cancelled' | undefined };
  from: PlaceLabel;
  to: PlaceLabel;
  arrival: Arrival;
  /** The delivery has ended: its data cannot change any more, so it is never shown as stale. */
  isFinal: boolean;
  /** When the server last confirmed the data, in epoch milliseconds; undefined if it never has. */
  updatedAt: number | undefined;
  /** An arrow or a button at the end of the card. */
  action?: ReactNode;
  /** Keeps the stacked phone layout on a wide screen, for a card in a narrow column. */
  isNarrow?: boolean;
};

/** The content of a delivery card. */
export function RouteCard(props: RouteCardProps) {
  const { badge, line, from, to, arrival, isFinal, updatedAt, action, isNarrow } = props;
  const now = useNow();
  const isStale = !isFinal && updatedAt !== undefined && now !== undefined && isRecordStale(updatedAt, now);
  return (
    <RouteCardLayout
      status={<StatusBadge {...badge} />}
      route={
        <>
          <RouteLine {...line} texture={isStale ? 'stale' : 'confirmed'} />
          <RouteEnds from={from} to={to} />
        </>
      }
      facts={
        <>
          <b>{arrival.headline}</b>
          {arrival.detail !== '' && <span>{arrival.detail}</span>}
        </>
      }
      age={updatedAt !== undefined && <Age updatedAt={updatedAt} isInCard />}
      action={action}
      isNarrow={isNarrow}
    />
  );
}
