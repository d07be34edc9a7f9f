import type { DeliveryRequest } from '../contract/delivery-request.ts';
import { DISPLAY_STATUS_LABELS, type DisplayStatus } from '../contract/status.ts';
import { statusOf } from './delivery-list.ts';
import { formatCount } from './format.ts';
import { routeTitle } from './place-labels.ts';

/** "now In Transit", or "new details" if the status is the same. */
export function describeStatusChange(before: DisplayStatus | undefined, after: DisplayStatus): string {
  return before === after ? 'new details' : `now ${DISPLAY_STATUS_LABELS[after]}`;
}

/** A short description of what changed between two versions of the list. */
export function describeListChange(
  before: readonly DeliveryRequest[],
  after: readonly DeliveryRequest[],
): string {
  const earlier = new Map(before.map((delivery) => [delivery.id, delivery]));
  const added = after.filter(({ id }) => !earlier.has(id));
  const updated = after.filter((delivery) => {
    const old = earlier.get(delivery.id);
    return old !== undefined && statusOf(old) !== statusOf(delivery);
  });
  const [first] = updated;
  if (updated.length === 1 && first && added.length === 0) {
    return `${routeTitle(first)} is now ${DISPLAY_STATUS_LABELS[statusOf(first)]}`;
  }
  const parts = [
    ...(added.length > 0 ? [formatCount(added.length, 'new delivery', 'new deliveries')] : []),
    ...(updated.length > 0
      ? [formatCount(updated.length, 'delivery has a new status', 'deliveries have a new status')]
      : []),
  ];
  return parts.join(', ') || 'new details';
}
