import {
  createDeliveryRequest,
  editDeliveryRequest,
  listDeliveryRequests,
  submitGuestRequest,
} from '../api/delivery-requests.ts';
import type { Failure } from '../api/failure.ts';
import { OUTBOX_ATTEMPT_MS } from '../contract/constants.ts';
import type {
  CreatedDeliveryRequest,
  DeliveryRequest,
  DeliveryRequestInput,
  GuestReceipt,
} from '../contract/delivery-request.ts';
import type { PendingEntry } from './entry.ts';
import { isSameRequest } from './same-request.ts';

/** Whether the API and the hook honour `Idempotency-Key`. */
export type Honours = { api: boolean; hook: boolean };

export type AttemptResult =
  | { kind: 'taken'; answer: CreatedDeliveryRequest | GuestReceipt }
  | { kind: 'failed'; failure: Failure }
  /** Nobody but the person can say whether to send again. */
  | { kind: 'unsure' };

/** Sends one entry once, or finds out what became of it. Gives up after 20 s; the fate is then unknown. */
export async function attempt(
  entry: PendingEntry,
  wasUnknown: boolean,
  honours: Honours,
): Promise<AttemptResult> {
  const { intent } = entry;
  const how = {
    idempotencyKey: entry.id,
    signal: AbortSignal.timeout(OUTBOX_ATTEMPT_MS),
    ...(entry.owner !== null && { account: entry.owner }),
  };
  switch (intent.kind) {
    case 'submitGuestRequest': {
      if (wasUnknown && !honours.hook) return { kind: 'unsure' };
      return judge(await submitGuestRequest(intent.body, how));
    }
    case 'createDeliveryRequest': {
      if (!honours.api && wasUnknown) {
        const found = await findCreated(entry, intent.body, how);
        if (found !== undefined) return found;
      }
      return judge(await createDeliveryRequest(intent.body, how));
    }
    case 'editDeliveryRequest':
      return judge(await editDeliveryRequest(intent.deliveryId, intent.body, { ...how, isQuiet: true }));
  }
}

/** The ids of requests equal to this one before its first attempt; undefined when the list cannot be had. */
export async function equalRequestIds(
  body: DeliveryRequestInput,
  account: string,
): Promise<number[] | undefined> {
  const list = await listDeliveryRequests({
    isQuiet: true,
    account,
    signal: AbortSignal.timeout(OUTBOX_ATTEMPT_MS),
  });
  return list.ok ? equalTo(list.value, body).map(({ id }) => id) : undefined;
}

/** Undefined: the list was read and it is not there, so sending again is safe. */
async function findCreated(
  entry: PendingEntry,
  body: DeliveryRequestInput,
  { signal, account }: { signal: AbortSignal; account?: string },
): Promise<AttemptResult | undefined> {
  const list = await listDeliveryRequests({ isQuiet: true, signal, ...(account && { account }) });
  if (!list.ok) return { kind: 'failed', failure: list.failure };
  const created = equalTo(list.value, body).find(({ id }) => !entry.idsBefore?.includes(id));
  return created && { kind: 'taken', answer: created };
}

function equalTo(list: DeliveryRequest[], body: DeliveryRequestInput): DeliveryRequest[] {
  return list.filter((delivery) => isSameRequest(delivery, body));
}

function judge(
  result: { ok: true; value: CreatedDeliveryRequest | GuestReceipt } | { ok: false; failure: Failure },
): AttemptResult {
  return result.ok ? { kind: 'taken', answer: result.value } : { kind: 'failed', failure: result.failure };
}
