import type { DeliveryRequest } from '../contract/delivery-request.ts';
import { DISPLAY_STATUS_LABELS, type DisplayStatus } from '../contract/status.ts';
import { type Arrival, arrivalOf } from './arrival.ts';
import { statusOf } from './delivery-list.ts';
import { isFinal } from './display-status.ts';
import { type PlaceLabel, routeLabels } from './place-labels.ts';
import { routeLineOf, STATUS_STYLES } from './status-styles.ts';

/** What a badge shows of a status. */
export function badgeOf(status: DisplayStatus) {
  return { ...STATUS_STYLES[status], label: DISPLAY_STATUS_LABELS[status] };
}

export type DeliveryCard = {
  badge: ReturnType<typeof badgeOf>;
  line: ReturnType<typeof routeLineOf>;
  from: PlaceLabel;
  to: PlaceLabel;
  arrival: Arrival;
  /** Nothing moves any more, so what is shown cannot have changed. */
  isFinal: boolean;
};

/** Everything that a delivery's card says, in words and positions. */
export function deliveryCardOf(delivery: DeliveryRequest, now?: number): DeliveryCard {
  const status = statusOf(delivery);
  return {
    badge: badgeOf(status),
    line: routeLineOf(status),
    ...routeLabels(delivery),
    arrival: arrivalOf({ ...delivery, status }, now),
    isFinal: isFinal(status),
  };
}
