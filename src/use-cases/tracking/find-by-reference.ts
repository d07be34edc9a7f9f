import { call, hasStatus } from '../../api/client.ts';
import type { ReferenceStatus } from '../../contract/order.ts';
import { DISPLAY_STATUS_LABELS } from '../../contract/status.ts';
import {
  explainUnknownReference,
  REFERENCE_HINT,
  TOO_MANY_REFERENCES,
} from '../../contract/tracking-number.ts';
import { deriveStatus } from '../../domain/display-status.ts';
import { isConnectionLost, withReason } from '../../domain/read-failure.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { useOutbox } from '../../stores/outbox.ts';
import { useTracked } from '../../stores/tracked.ts';
import { currentAccount } from '../../stores/user.ts';
import { loadDeliveryByNumber } from '../deliveries/refresh-deliveries.ts';
import { explainFailure } from '../refresh-record.ts';

/** The tracking number of the delivery, what else is known about it, or why it was not found. */
export type ReferenceResult = { guid: string } | { title: string; text: string } | { problem: string };

const OF_SOMEONE_ELSE =
  'This delivery is not in your account, and a reference shows only the status. Enter the tracking number to see places and times.';

/**
 * Finds a delivery by its reference: in full if the session, the device or the key of a request proves that the user may
 * see it, and otherwise only its status. (TRK-09, TRK-18)
 */
export async function findByReference(reference: string): Promise<ReferenceResult> {
  const account = currentAccount();
  if (account !== undefined) {
    const own = await findOwn(reference);
    if (own) return own;
  }
  const guid = await findOnDevice(reference);
  if (guid) return { guid };
  const result = await call('getReferenceStatus', { params: { reference }, isQuiet: true });
  if (result.ok) return describe(result.value, account === undefined ? REFERENCE_HINT : OF_SOMEONE_ELSE);
  const { failure } = result;
  if (hasStatus(failure, 404)) return { problem: explainUnknownReference(reference) };
  if (hasStatus(failure, 429)) return { problem: TOO_MANY_REFERENCES };
  const reason = (await explainFailure(failure)).failure;
  const next = isConnectionLost(reason) ? 'Try again when you are connected.' : 'Try again in a moment.';
  return { problem: withReason(reason, next) };
}

/** The customer's own delivery, which may not be on the device yet. */
async function findOwn(reference: string): Promise<ReferenceResult | undefined> {
  const stored = findStored(reference);
  if (stored) return stored;
  const { listUpdatedAt, next } = useDelivery.getState();
  const isComplete = listUpdatedAt !== undefined && next === undefined;
  if (isComplete || (await loadDeliveryByNumber(reference))) {
    return findStored(reference);
  }
  return {
    problem:
      'We could not check all of your deliveries. Try again in a moment, or enter the tracking number.',
  };
}

function findStored(reference: string): ReferenceResult | undefined {
  const { owner, list } = useDelivery.getState();
  if (owner !== currentAccount()) return undefined;
  const delivery = list.find(({ referenceNumber, order }) =>
    [referenceNumber, order?.referenceNumber].some((known) => known?.toUpperCase() === reference),
  );
  if (delivery?.order) return { guid: delivery.order.guid };
  return (
    delivery &&
    describe(
      { ...delivery, referenceNumber: reference },
      'It is one of your deliveries, and gets its tracking number once it is paid and accepted.',
    )
  );
}

/** A package that was tracked here, or a guest's request that was sent from here, whose key the device knows. */
async function findOnDevice(reference: string): Promise<string | undefined> {
  const tracked = useTracked.getState().list.find(({ tracking }) => tracking.referenceNumber === reference);
  if (tracked) return tracked.guid;
  const receipt = useOutbox.getState().receipts.find((entry) => entry.response.referenceNumber === reference);
  if (!receipt) return undefined;
  const state = await call('getGuestRequest', { params: { key: receipt.id }, isQuiet: true });
  return (state.ok && state.value.trackingNumber) || undefined;
}

function describe(delivery: ReferenceStatus, text: string): ReferenceResult {
  const { status } = deriveStatus(delivery, delivery.order);
  return { title: `${delivery.referenceNumber}: ${DISPLAY_STATUS_LABELS[status]}`, text };
}
