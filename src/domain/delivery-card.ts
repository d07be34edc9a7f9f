import type { DeliveryRequest } from '../contract/delivery-request.ts';
import { DISPLAY_STATUS_LABELS, type DisplayStatus } from '../contract/status.ts';
import { type Arrival, arrivalOf } from './arrival.ts';
import { statusOf } from './delivery-list.ts';
import { isFinal } from './display-status.ts';
import { type PlaceLabel, routeLabels } from './place-labels.ts';
import { routeLineOf, STATUS_STYLES } from './status-styles.ts';

/** The badge of a status: its tone, icon and label. */
export function badgeOf(status: DisplayStatus) {
  return { ...STATUS_STYLES[status], label: DISPLAY_STATUS_LABELS[status] };
}

export type DeliveryCard = {
  badge: ReturnType<typeof badgeOf>;
  line: ReturnType<typeof routeLineOf>;
  from: PlaceLabel;
  to: PlaceLabel;
  arrival: Arrival;
  /** The delivery has ended, so the card cannot be stale. */
  isFinal: boolean;
};

/** Everything that the card of a delivery shows. */
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
