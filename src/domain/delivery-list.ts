import type { DeliveryRequest } from '../contract/delivery-request.ts';
import { DISPLAY_STATUS_LABELS, type DisplayStatus, REQUEST_STATUS } from '../contract/status.ts';
import { deriveStatus, isFinal } from './display-status.ts';

export type ListTab = 'active' | 'past';
export const TRACKING_TABS = ['all', 'accepted', 'scheduled', 'inTransit', 'delivered'] as const;
export type TrackingTab = (typeof TRACKING_TABS)[number];

/** The deliveries of one tab, newest first; `finished` stands below a divider. */
export function filterDeliveries(
  tab: ListTab,
  list: readonly DeliveryRequest[],
  search: string,
): { open: DeliveryRequest[]; finished: DeliveryRequest[] } {
  const matching = sortNewestFirst(list.filter((one) => tabOf(one) === tab && matchesSearch(one, search)));
  if (tab === 'past') return { open: matching, finished: [] };
  // Other APIs may leave a finished delivery among the active ones.
  const isFinished = (one: DeliveryRequest) => isFinal(statusOf(one));
  return { open: matching.filter((one) => !isFinished(one)), finished: matching.filter(isFinished) };
}

export function filterTrackedDeliveries(
  tab: TrackingTab,
  list: readonly DeliveryRequest[],
  search: string,
): DeliveryRequest[] {
  return sortNewestFirst(
    list.filter((one) => (tab === 'all' || statusOf(one) === tab) && matchesSearch(one, search)),
  );
}

/** Case-insensitive, over everything a person may remember of a delivery. */
export function matchesSearch(delivery: DeliveryRequest, search: string): boolean {
  const query = search.trim().toLowerCase();
  if (query === '') return true;
  const { pickUpSnapshot, dropOffSnapshot, order, deliveryNote } = delivery;
  return [
    pickUpSnapshot.name,
    pickUpSnapshot.city,
    pickUpSnapshot.postalCode,
    dropOffSnapshot.name,
    dropOffSnapshot.city,
    dropOffSnapshot.postalCode,
    order?.guid,
    order?.referenceNumber,
    DISPLAY_STATUS_LABELS[statusOf(delivery)],
    deliveryNote,
  ].some((text) => text?.toLowerCase().includes(query));
}

export function statusOf(delivery: DeliveryRequest): DisplayStatus {
  return deriveStatus(delivery, delivery.order).status;
}

/** By the request's own status, as the list is filtered: everything that is not closed is active. */
function tabOf(delivery: DeliveryRequest): ListTab {
  return delivery.status === REQUEST_STATUS.closed ? 'past' : 'active';
}

function sortNewestFirst(list: readonly DeliveryRequest[]): DeliveryRequest[] {
  return [...list].sort((a, b) => parseTime(b.created) - parseTime(a.created) || b.id - a.id);
}

function parseTime(time: string): number {
  const parsed = Date.parse(time);
  return Number.isNaN(parsed) ? 0 : parsed;
}
