import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { useTracked } from '../../stores/tracked.ts';
import { useMyDeliveries } from '../../use-cases/deliveries/use-my-deliveries.ts';
import { findTrackedPackage } from '../../use-cases/tracking/look-up-package.ts';
import { type LookupState, useLookup } from './use-lookup.ts';

/**
 * A customer's look-up: the order that the answer names, among their own deliveries. Without a match there is
 * nothing to show. Nobody answering, the number is compared with what is kept.
 * @param isListLoaded before that no match means nothing
 */
export function useMyLookup(
  guid: string | undefined,
  isListLoaded: boolean,
): LookupState & { delivery: DeliveryRequest | undefined } {
  const lookup = useLookup(guid);
  const { list } = useMyDeliveries();
  const orderId = useTracked((tracked) =>
    guid === undefined ? undefined : findTrackedPackage(tracked.list, guid)?.answer.id,
  );
  if (guid === undefined) return { ...lookup, delivery: undefined };
  const hasAnswer = lookup.status === 'changed' || lookup.status === 'same';
  const delivery = hasAnswer
    ? list.find(({ order }) => order && order.id === orderId)
    : list.find(({ order }) => order?.guid.toLowerCase() === guid.toLowerCase());
  if (lookup.status === 'notFound') return { ...lookup, delivery: undefined };
  if (delivery || !hasAnswer) return { ...lookup, delivery };
  return { ...lookup, status: isListLoaded ? 'notFound' : 'looking', delivery: undefined };
}
