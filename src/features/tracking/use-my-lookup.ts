import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { useTracked } from '../../stores/tracked.ts';
import { useMyDeliveries } from '../../use-cases/deliveries/use-my-deliveries.ts';
import { findTrackedPackage } from '../../use-cases/tracking/look-up-package.ts';
import { type LookupState, useLookup } from './use-lookup.ts';

/**
 * Looks up a tracking number among the customer's own deliveries, by the order id of the response. If the look-up
 * has failed, the number is compared with the stored deliveries instead.
 * @param isListLoaded whether the list has loaded; until then a missing match is not final
 */
export function useMyLookup(
  guid: string | undefined,
  isListLoaded: boolean,
): LookupState & { delivery: DeliveryRequest | undefined } {
  const lookup = useLookup(guid);
  const { list } = useMyDeliveries();
  const orderId = useTracked((tracked) =>
    guid === undefined ? undefined : findTrackedPackage(tracked.list, guid)?.tracking.id,
  );
  if (guid === undefined) return { ...lookup, delivery: undefined };
  const hasResponse = lookup.status === 'changed' || lookup.status === 'same';
  const delivery = hasResponse
    ? list.find(({ order }) => order && order.id === orderId)
    : list.find(({ order }) => order?.guid.toLowerCase() === guid.toLowerCase());
  if (lookup.status === 'notFound') return { ...lookup, delivery: undefined };
  if (delivery || !hasResponse) return { ...lookup, delivery };
  return { ...lookup, status: isListLoaded ? 'notFound' : 'loading', delivery: undefined };
}
