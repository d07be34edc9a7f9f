import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { useAccount } from '../../stores/user.ts';

export type MyDeliveries = {
  list: readonly DeliveryRequest[];
  /** When the whole list was last confirmed by the server; undefined: never. */
  listUpdatedAt: number | undefined;
  /** Where the server's next page begins; undefined if the list contains every delivery. */
  next: string | undefined;
  /** When each delivery was last confirmed, by id. */
  updatedAt: Readonly<Record<string, number>>;
};

const NO_DELIVERIES: MyDeliveries = { list: [], listUpdatedAt: undefined, next: undefined, updatedAt: {} };

/** The stored deliveries of the current account, and never those of another account. */
export function useMyDeliveries(): MyDeliveries {
  const account = useAccount();
  const stored = useDelivery();
  return account !== undefined && stored.owner === account ? stored : NO_DELIVERIES;
}
