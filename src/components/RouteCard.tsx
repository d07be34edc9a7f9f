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

export type CardAgeProps = {
  /** When the server last confirmed the data, in epoch milliseconds; undefined if it never has. */
  updatedAt: number | undefined;
  /** The same for the list that contains the card. */
  listUpdatedAt?: number | undefined;
};
export type RouteCardProps = CardAgeProps & {
  status: DisplayStatus;
  from: PlaceLabel;
  to: PlaceLabel;
  arrival: Arrival;
  /** Room for what the screen places over the end of the card. */
  action?: ReactNode;
};

const MINUTE_MS = 60_000;

export function RouteCard(props: RouteCardProps) {
  const { status, from, to, arrival, updatedAt, listUpdatedAt, action } = props;
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
      age={<CardAge {...{ updatedAt, listUpdatedAt }} />}
      action={action}
    />
  );
}

/** The age of a delivery that is older than its list. (DEL-08) */
export function CardAge({ updatedAt, listUpdatedAt }: CardAgeProps) {
  if (updatedAt === undefined || (listUpdatedAt !== undefined && updatedAt + MINUTE_MS > listUpdatedAt))
    return null;
  return <Age updatedAt={updatedAt} />;
}
