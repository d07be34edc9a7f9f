import type { DeliveryRequest } from '../contract/delivery-request.ts';
import { DISPLAY_STATUS_LABELS, type DisplayStatus } from '../contract/status.ts';
import { statusOf } from './delivery-list.ts';
import { routeTitle } from './place-labels.ts';

/** "now In Transit", or "new details" when it stands where it stood. */
export function describeStatusChange(before: DisplayStatus | undefined, after: DisplayStatus): string {
  return before === after ? 'new details' : `now ${DISPLAY_STATUS_LABELS[after]}`;
}

/** What is different between two readings of the list, in a few words. */
export function describeListChange(
  before: readonly DeliveryRequest[],
  after: readonly DeliveryRequest[],
): string {
  const earlier = new Map(before.map((one) => [one.id, one]));
  const added = after.filter(({ id }) => !earlier.has(id));
  const moved = after.filter((one) => {
    const old = earlier.get(one.id);
    return old !== undefined && statusOf(old) !== statusOf(one);
  });
  const [first] = moved;
  if (moved.length === 1 && first && added.length === 0) {
    return `${routeTitle(first)} is now ${DISPLAY_STATUS_LABELS[statusOf(first)]}`;
  }
  const parts = [
    ...(added.length > 0 ? [formatCount(added.length, 'new delivery', 'new deliveries')] : []),
    ...(moved.length > 0 ? [formatCount(moved.length, 'delivery moved on', 'deliveries moved on')] : []),
  ];
  return parts.join(', ') || 'new details';
}

function formatCount(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
