import { useEffect, useState } from 'react';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { type TrackedPackage, useTracked } from '../../stores/tracked.ts';
import { loadDeliveryByNumber } from '../../use-cases/deliveries/refresh-deliveries.ts';
import { useMyDeliveries } from '../../use-cases/deliveries/use-my-deliveries.ts';
import { findTrackedPackage } from '../../use-cases/tracking/look-up-package.ts';
import { type LookupState, useLookup } from './use-lookup.ts';

export type MyLookup = LookupState & {
  /** The customer's own delivery with this number. */
  delivery: DeliveryRequest | undefined;
  /** A package with this number that is not one of the customer's deliveries. */
  otherPackage: TrackedPackage | undefined;
};

/**
 * Looks up a tracking number among the customer's own deliveries, by the order id of the response. If the device does
 * not have all of them, it asks the server for the delivery with this number. If the lookup has failed, the number is
 * compared with the stored deliveries instead.
 * @param isListLoaded whether the list has loaded; until then a missing match is not final
 */
export function useMyLookup(guid: string | undefined, isListLoaded: boolean): MyLookup {
  const lookup = useLookup(guid);
  const { list, next } = useMyDeliveries();
  const stored = useTracked((tracked) =>
    guid === undefined ? undefined : findTrackedPackage(tracked.list, guid),
  );
  const [searchedGuid, setSearchedGuid] = useState<string>();
  const hasResponse = lookup.status === 'changed' || lookup.status === 'same';
  const delivery = hasResponse
    ? list.find(({ order }) => order && order.id === stored?.tracking.id)
    : list.find(({ order }) => order?.guid.toLowerCase() === guid?.toLowerCase());
  const isSearchDue =
    hasResponse && isListLoaded && delivery === undefined && next !== undefined && searchedGuid !== guid;
  useEffect(() => {
    if (!isSearchDue || guid === undefined) return;
    let isCurrent = true;
    void loadDeliveryByNumber(guid.trim()).then(() => isCurrent && setSearchedGuid(guid));
    return () => {
      isCurrent = false;
    };
  }, [isSearchDue, guid]);

  const none = { delivery: undefined, otherPackage: undefined };
  if (guid === undefined || lookup.status === 'notFound') return { ...lookup, ...none };
  if (delivery) return { ...lookup, delivery, otherPackage: undefined };
  if (isListLoaded && !isSearchDue) return { ...lookup, delivery: undefined, otherPackage: stored };
  return { ...lookup, status: hasResponse ? 'loading' : lookup.status, ...none };
}
