import { useDelivery } from '../../stores/delivery.ts';
import { currentAccount } from '../../stores/user.ts';
import { loadDeliveryByNumber } from '../../use-cases/deliveries/refresh-deliveries.ts';
import type { ReferenceResult } from './TrackForm.tsx';

/** The tracking number of the customer's own delivery with this reference, which may not be on the device yet. */
export async function findMyDeliveryByReference(reference: string): Promise<ReferenceResult> {
  const stored = findStored(reference);
  if (stored) return stored;
  const isComplete = useDelivery.getState().next === undefined || (await loadDeliveryByNumber(reference));
  return (
    findStored(reference) ?? {
      problem: isComplete
        ? `None of your deliveries has the reference ${reference}. Enter its tracking number instead.`
        : 'We could not check all of your deliveries. Try again in a moment, or enter the tracking number.',
    }
  );
}

function findStored(reference: string): { guid: string } | undefined {
  const { owner, list } = useDelivery.getState();
  if (owner !== currentAccount()) return undefined;
  const order = list.find((delivery) => delivery.order?.referenceNumber?.toUpperCase() === reference)?.order;
  return order ? { guid: order.guid } : undefined;
}
