import type { ReactNode } from 'react';
import type { DisplayStatus } from '../contract/status.ts';
import type { Arrival } from '../domain/arrival.ts';
import type { PlaceLabel } from '../domain/place-labels.ts';
import { badgeOf } from '../domain/status-styles.ts';
import { Age } from './Age.tsx';
import { RouteCardLayout } from './RouteCardLayout.tsx';
import { RouteEnds } from './RouteEnds.tsx';
import { RouteLine } from './RouteLine.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { useRouteLine } from './use-route-line.ts';

export type RouteCardProps = {
  status: DisplayStatus;
  from: PlaceLabel;
  to: PlaceLabel;
  arrival: Arrival;
  /** When the server last confirmed the data, in epoch milliseconds; undefined if it never has. */
  updatedAt: number | undefined;
  /** The same for the list that contains the card. The card then shows its own age only if it is older. */
  listUpdatedAt?: number | undefined;
  /** An arrow or a button at the end of the card. */
  action?: ReactNode;
  /** Keeps the stacked phone layout on a wide screen, for a card in a narrow column. */
  isNarrow?: boolean;
};

const MINUTE_MS = 60_000;

/** The content of a delivery card. */
export function RouteCard(props: RouteCardProps) {
  const { status, from, to, arrival, updatedAt, listUpdatedAt, action, isNarrow } = props;
  const line = useRouteLine(status, updatedAt);
  return (
    <RouteCardLayout
      status={<StatusBadge {...badgeOf(status)} />}
      route={
        <>
          <RouteLine {...line} />
          <RouteEnds from={from} to={to} />
        </>
      }
      facts={
        <>
          <b>{arrival.headline}</b>
          {arrival.detail !== '' && <span>{arrival.detail}</span>}
        </>
      }
      age={
        updatedAt !== undefined &&
        !(listUpdatedAt !== undefined && updatedAt + MINUTE_MS > listUpdatedAt) && (
          <Age updatedAt={updatedAt} />
        )
      }
      action={action}
      isNarrow={isNarrow}
    />
  );
}
