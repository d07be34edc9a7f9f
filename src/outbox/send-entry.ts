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

/** Whether the API and the hook honour `Idempotency-Key`. */
export type IdempotencySupport = { api: boolean; hook: boolean };

export type SendResult =
  | { kind: 'taken'; answer: CreatedDeliveryRequest | GuestReceipt }
  | { kind: 'failed'; failure: Failure }
  /** Nobody but the person can say whether to send again. */
  | { kind: 'unsure' };

/** Sends one entry once, or finds out what became of it. Gives up after 20 s; the fate is then unknown. */
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
      if (wasOutcomeUnknown && !supportsIdempotency.hook) return { kind: 'unsure' };
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

/** The ids of requests equal to this one before its first attempt; undefined when the list cannot be had. */
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

/** Undefined: the list was read and it is not there, so sending again is safe. */
async function findCreated(
  entry: PendingEntry,
  body: DeliveryRequestInput,
  { signal, account }: { signal: AbortSignal; account?: string },
): Promise<SendResult | undefined> {
  const list = await listDeliveryRequests({ isQuiet: true, signal, ...(account && { account }) });
  if (!list.ok) return { kind: 'failed', failure: list.failure };
  const created = findEqualRequests(list.value, body).find(({ id }) => !entry.idsBefore?.includes(id));
  return created && { kind: 'taken', answer: created };
}

function findEqualRequests(list: DeliveryRequest[], body: DeliveryRequestInput): DeliveryRequest[] {
  return list.filter((delivery) => isSameRequest(delivery, body));
}

function toResult(
  result: { ok: true; value: CreatedDeliveryRequest | GuestReceipt } | { ok: false; failure: Failure },
): SendResult {
  return result.ok ? { kind: 'taken', answer: result.value } : { kind: 'failed', failure: result.failure };
}
