import {
  createDeliveryRequest,
  editDeliveryRequest,
  listDeliveryRequests,
  submitGuestRequest,
} from '../api/delivery-requests.ts';
import type { Failure } from '../api/failure.ts';
import { OUTBOX_REQUEST_TIMEOUT_MS } from '../contract/constants.ts';
import type {
  CreatedDeliveryRequest,
  DeliveryRequest,
  DeliveryRequestInput,
  GuestReceipt,
} from '../contract/delivery-request.ts';
import type { PendingEntry } from './entry.ts';
import { isSameRequest } from './same-request.ts';

/** Whether the API and the guest hook support `Idempotency-Key`. */
export type IdempotencySupport = { api: boolean; hook: boolean };

export type SendResult =
  | { kind: 'accepted'; response: CreatedDeliveryRequest | GuestReceipt }
  | { kind: 'failed'; failure: Failure }
  /** An earlier attempt may have succeeded and nothing can tell, so only the person can decide to send again. */
  | { kind: 'outcomeUnknown' };

/** Sends one entry once, or finds out that an earlier attempt succeeded. After 20 s the outcome is unknown. */
export async function sendEntry(
  entry: PendingEntry,
  wasOutcomeUnknown: boolean,
  supportsIdempotency: IdempotencySupport,
): Promise<SendResult> {
  const { intent } = entry;
  const options = {
    idempotencyKey: entry.id,
    signal: AbortSignal.timeout(OUTBOX_REQUEST_TIMEOUT_MS),
    ...(entry.owner !== null && { account: entry.owner }),
  };
  switch (intent.kind) {
    case 'submitGuestRequest': {
      if (wasOutcomeUnknown && !supportsIdempotency.hook) return { kind: 'outcomeUnknown' };
      return toResult(await submitGuestRequest(intent.body, options));
    }
    case 'createDeliveryRequest': {
      if (!supportsIdempotency.api && wasOutcomeUnknown) {
        const result = await findCreated(entry, intent.body, options);
        if (result !== undefined) return result;
      }
      return toResult(await createDeliveryRequest(intent.body, options));
    }
    case 'editDeliveryRequest':
      return toResult(
        await editDeliveryRequest(intent.deliveryId, intent.body, { ...options, isQuiet: true }),
      );
  }
}

/** The ids of requests that are equal to this one before its first attempt; undefined if the list cannot be read. */
export async function listEqualRequestIds(
  body: DeliveryRequestInput,
  account: string,
): Promise<number[] | undefined> {
  const list = await listDeliveryRequests({
    isQuiet: true,
    account,
    signal: AbortSignal.timeout(OUTBOX_REQUEST_TIMEOUT_MS),
  });
  return list.ok ? findEqualRequests(list.value, body).map(({ id }) => id) : undefined;
}

/** Undefined if the list does not contain the request: then it is safe to send it again. */
async function findCreated(
  entry: PendingEntry,
  body: DeliveryRequestInput,
  { signal, account }: { signal: AbortSignal; account?: string },
): Promise<SendResult | undefined> {
  const list = await listDeliveryRequests({ isQuiet: true, signal, ...(account && { account }) });
  if (!list.ok) return { kind: 'failed', failure: list.failure };
  const created = findEqualRequests(list.value, body).find(({ id }) => !entry.idsBefore?.includes(id));
  return created && { kind: 'accepted', response: created };
}

function findEqualRequests(list: DeliveryRequest[], body: DeliveryRequestInput): DeliveryRequest[] {
  return list.filter((delivery) => isSameRequest(delivery, body));
}

function toResult(
  result: { ok: true; value: CreatedDeliveryRequest | GuestReceipt } | { ok: false; failure: Failure },
): SendResult {
  return result.ok
    ? { kind: 'accepted', response: result.value }
    : { kind: 'failed', failure: result.failure };
}
