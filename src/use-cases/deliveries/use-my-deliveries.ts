import { useMemo } from 'react';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { useRecentDeliveries } from '../../stores/recent-rows.ts';
import { useAccount } from '../../stores/user.ts';

export type MyDeliveries = {
  list: readonly DeliveryRequest[];
  /** When the whole list was last confirmed by the server; undefined: never. */
  listUpdatedAt?: number | undefined;
  /** Where the server's next page begins; undefined if the list contains every delivery. */
  next?: string | undefined;
  /** When each delivery was last confirmed, by id. */
  updatedAt: Readonly<Record<string, number>>;
  /** Whether the list contains only the newest deliveries, because the database has not been read yet. */
  isPartial: boolean;
};

const NO_DELIVERIES: MyDeliveries = { list: [], updatedAt: {}, isPartial: false };

/** The stored deliveries of the current account, and never those of another account. */
export function useMyDeliveries(): MyDeliveries {
  const account = useAccount();
  const stored = useDelivery();
  const recent = useRecentDeliveries();
  return useMemo(() => {
    if (account === undefined) return NO_DELIVERIES;
    if (stored.owner === account) return { ...stored, isPartial: false };
    return recent.owner === account && recent.deliveries
      ? { ...recent.deliveries, isPartial: true }
      : NO_DELIVERIES;
  }, [account, stored, recent]);
}
