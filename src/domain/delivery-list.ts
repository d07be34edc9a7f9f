import type { DeliveryRequest } from '../contract/delivery-request.ts';
import type { ListTab, TrackingTab } from '../contract/list-filter.ts';
import { DISPLAY_STATUS_LABELS, type DisplayStatus, REQUEST_STATUS } from '../contract/status.ts';
import { timeValue } from './dates.ts';
import { deriveStatus, isFinal } from './display-status.ts';

/** The deliveries of one tab, newest first; the screen shows `finished` below a divider. */
export function filterDeliveries(
  tab: ListTab,
  list: readonly DeliveryRequest[],
  search: string,
): { open: DeliveryRequest[]; finished: DeliveryRequest[] } {
  const matching = sortNewestFirst(
    list.filter((delivery) => tabOf(delivery) === tab && matchesSearch(delivery, search)),
  );
  if (tab === 'past') return { open: matching, finished: [] };
  // Other APIs may leave a finished delivery among the active ones.
  const isFinished = (delivery: DeliveryRequest) => isFinal(statusOf(delivery));
  return {
    open: matching.filter((delivery) => !isFinished(delivery)),
    finished: matching.filter(isFinished),
  };
}

export function filterTrackedDeliveries(
  tab: TrackingTab,
  list: readonly DeliveryRequest[],
  search: string,
): DeliveryRequest[] {
  return sortNewestFirst(
    list.filter(
      (delivery) => (tab === 'all' || statusOf(delivery) === tab) && matchesSearch(delivery, search),
    ),
  );
}

/** Whether the places, numbers, status or note of a delivery contain the text, in upper or lower case. */
export function matchesSearch(delivery: DeliveryRequest, search: string): boolean {
  const query = search.trim().toLowerCase();
  if (query === '') return true;
  const { pickUpSnapshot, dropOffSnapshot, referenceNumber, order, deliveryNote } = delivery;
  return [
    pickUpSnapshot.name,
    pickUpSnapshot.city,
    pickUpSnapshot.postalCode,
    dropOffSnapshot.name,
    dropOffSnapshot.city,
    dropOffSnapshot.postalCode,
    order?.guid,
    referenceNumber,
    order?.referenceNumber,
    DISPLAY_STATUS_LABELS[statusOf(delivery)],
    deliveryNote,
  ].some((text) => text?.toLowerCase().includes(query));
}

export function statusOf(delivery: DeliveryRequest): DisplayStatus {
  return deriveStatus(delivery, delivery.order).status;
}

/** The tab follows the status of the request, not of the order: everything that is not closed is active. */
export function tabOf(delivery: DeliveryRequest): ListTab {
  return delivery.status === REQUEST_STATUS.closed ? 'past' : 'active';
}

/** Each time is parsed once, because parsing it in each comparison slows down every keystroke in a long list. */
function sortNewestFirst(list: readonly DeliveryRequest[]): DeliveryRequest[] {
  return list
    .map((delivery) => ({ delivery, time: timeValue(delivery.created) }))
    .sort((a, b) => b.time - a.time || b.delivery.id - a.delivery.id)
    .map(({ delivery }) => delivery);
}
