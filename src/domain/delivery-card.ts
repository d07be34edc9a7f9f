import type { DeliveryRequest } from '../contract/delivery-request.ts';
import { DISPLAY_STATUS_LABELS, type DisplayStatus } from '../contract/status.ts';
import { type Arrival, arrivalOf } from './arrival.ts';
import { statusOf } from './delivery-list.ts';
import { isFinal } from './display-status.ts';
import { type PlaceWords, routeWords } from './place-words.ts';
import { routeLineOf, STATUS_LOOK } from './status-look.ts';

/** What a badge shows of a status. */
export function badgeOf(status: DisplayStatus) {
  return { ...STATUS_LOOK[status], label: DISPLAY_STATUS_LABELS[status] };
}

export type DeliveryCard = {
  badge: ReturnType<typeof badgeOf>;
  line: ReturnType<typeof routeLineOf>;
  from: PlaceWords;
  to: PlaceWords;
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
    ...routeWords(delivery),
    arrival: arrivalOf({ ...delivery, status }, now),
    isFinal: isFinal(status),
  };
}
