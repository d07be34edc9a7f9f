import { call, type Result } from '../api/client.ts';
import { OUTBOX_REQUEST_TIMEOUT_MS } from '../api/timing.ts';
import type { DeliveryRequest, DeliveryRequestInput } from '../contract/delivery-request.ts';
import type { Accepted, PendingEntry } from './entry.ts';

export type IdempotencySupport = { api: boolean; hook: boolean };

/** Undefined: an earlier attempt may have succeeded and nothing can tell, so only the user can decide to send again. */
export type SendResult = Result<Accepted> | undefined;

/** Sends one entry once, or finds out that an earlier attempt succeeded. After 20 s the outcome is unknown. */
export async function sendEntry(
  { id, owner, intent, idsBefore }: PendingEntry,
  wasOutcomeUnknown: boolean,
  supportsIdempotency: IdempotencySupport,
): Promise<SendResult> {
  const readOptions = {
    signal: AbortSignal.timeout(OUTBOX_REQUEST_TIMEOUT_MS),
    // The outbox shows the outcome.
    isQuiet: true,
    ...(owner !== null && { account: owner }),
  };
  const options = { ...readOptions, idempotencyKey: id };
  if (intent.kind === 'submitGuestRequest') {
    if (wasOutcomeUnknown && !supportsIdempotency.hook) return undefined;
    const sent = await call('submitGuestRequest', { ...options, body: intent.body });
    return sent.ok ? { ok: true, value: { kind: 'guest', response: sent.value } } : sent;
  }
  const { body } = intent;
  if (intent.kind === 'createDeliveryRequest' && wasOutcomeUnknown && !supportsIdempotency.api) {
    const list = await call('listDeliveryRequests', readOptions);
    if (!list.ok) return list;
    const created = findEqualRequests(list.value, body).find((delivery) => !idsBefore?.includes(delivery.id));
    // If the list does not contain the request, it is safe to send it again.
    if (created) return { ok: true, value: { kind: 'customer', response: created } };
  }
  const sent = await (intent.kind === 'createDeliveryRequest'
    ? call('createDeliveryRequest', { ...options, body })
    : call('editDeliveryRequest', { ...options, params: { id: intent.deliveryId }, body }));
  return sent.ok ? { ok: true, value: { kind: 'customer', response: sent.value } } : sent;
}

/** The ids of requests that are equal to this one before its first attempt; undefined if the list cannot be read. */
export async function listEqualRequestIds(
  body: DeliveryRequestInput,
  account: string,
): Promise<number[] | undefined> {
  const signal = AbortSignal.timeout(OUTBOX_REQUEST_TIMEOUT_MS);
  const list = await call('listDeliveryRequests', { isQuiet: true, account, signal });
  return list.ok ? findEqualRequests(list.value, body).map(({ id }) => id) : undefined;
}

/** The deliveries in the list that match a request body. Needed for an API without idempotency keys. */
function findEqualRequests(list: DeliveryRequest[], body: DeliveryRequestInput): DeliveryRequest[] {
  return list.filter(
    (delivery) =>
      delivery.pickUpSnapshot.name === body.pickUpSnapshot.name &&
      delivery.dropOffSnapshot.name === body.dropOffSnapshot.name &&
      (delivery.deliveryNote ?? '') === body.deliveryNote &&
      EQUAL_FIELDS.every((field) => delivery[field] === body[field]),
  );
}

const EQUAL_FIELDS = [
  'weight',
  'width',
  'length',
  'height',
  'deliveryType',
  'isPriority',
  'isFragile',
] as const;
