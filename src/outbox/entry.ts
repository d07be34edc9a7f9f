import * as v from 'valibot';
import { OUTBOX_BACKOFF_MS, remainingMs } from '../api/timing.ts';
import { checkAge } from '../contract/age-check.ts';
import {
  CreatedDeliveryRequest,
  DeliveryRequestInput,
  GuestReceipt,
  GuestRequestInput,
} from '../contract/delivery-request.ts';

/** A reconnect sends an entry before its back-off has ended at most once in this time, even on a flaky network. */
const RECONNECT_RELEASE_MS = 30_000;
/** A request that could not be sent for longer than this is sent only after the user has confirmed it. */
const OLD_REQUEST_MS = 30 * 24 * 3600_000;

/** What the user wants to send. It contains no headers and no token: those are added when it is sent. */
export const Intent = v.variant('kind', [
  v.object({ kind: v.literal('createDeliveryRequest'), body: DeliveryRequestInput }),
  v.object({
    kind: v.literal('submitGuestRequest'),
    body: GuestRequestInput,
    /** The parcel before its fields were written into the note, so that the app can show and edit it. */
    request: DeliveryRequestInput,
  }),
  /** An edit that follows a create: the user changed the request while its outcome was unknown. */
  v.object({
    kind: v.literal('editDeliveryRequest'),
    deliveryId: v.pipe(v.number(), v.integer()),
    body: DeliveryRequestInput,
  }),
]);
export type Intent = v.InferOutput<typeof Intent>;

/**
 * Why the user must act: the server rejected the request, its outcome is unknown and cannot be found out, or it could
 * not be sent for so long that they may not want it any more.
 */
export const Attention = v.variant('kind', [
  v.object({
    kind: v.literal('rejected'),
    status: v.number(),
    code: v.optional(v.string()),
    errors: v.array(v.object({ path: v.string(), message: v.string() })),
  }),
  v.object({ kind: v.literal('outcomeUnknown') }),
  v.object({ kind: v.literal('tooOld') }),
]);
export type Attention = v.InferOutput<typeof Attention>;

/**
 * The outcome of the last attempt.
 * - notSent: no attempt has reached a server
 * - unknown: an attempt was made, and no response tells whether the server accepted it
 * - rejected: the server responded that it did not accept the request
 */
const SendOutcome = v.picklist(['notSent', 'unknown', 'rejected']);

/** The price that the user saw when they submitted a request. The server decides what is paid. */
export const Quote = v.object({
  estimatedPrice: v.number(),
  currency: v.string(),
  /** The distance that the price assumes, in kilometres, if a place was unclear. */
  assumedKm: v.optional(v.number()),
});
export type Quote = v.InferOutput<typeof Quote>;

const commonFields = {
  /** Created once with the draft; the `Idempotency-Key` of every attempt. */
  id: v.string(),
  /** The account that may send and see it; null for a guest. */
  owner: v.nullable(v.string()),
  intent: Intent,
  createdAt: v.number(),
  /** When the user last submitted it, if that was after `createdAt`. A draft that is older contains nothing more. */
  submittedAt: v.optional(v.number()),
  quote: v.optional(v.fallback(v.optional(Quote), undefined)),
};

const pendingFields = {
  ...commonFields,
  sendOutcome: SendOutcome,
  /** Attempts since the back-off was last reset. */
  attempts: v.number(),
  /** When the delay began, in milliseconds since 1970: at the end of the last attempt, or of another one that met a limit. */
  lastTryAt: v.optional(v.number()),
  /** The delay between the last attempt and the next one, in milliseconds. */
  retryDelayMs: v.number(),
  /** Whether the server set the delay with Retry-After, which nothing shortens. */
  isRetryAfter: v.boolean(),
  /** The device lost its network during the delay: the entry is due as soon as a server responds again. */
  waitsForNetwork: v.optional(v.boolean()),
  /** When the device's clock first said that it is too old; milliseconds since 1970. */
  seenOldAt: v.optional(v.number()),
  /** When a reconnect last sent it before its delay had ended; milliseconds since 1970. */
  releasedAt: v.optional(v.number()),
  /** The request as the user edited it while its outcome was unknown. It is sent once that outcome is known. */
  changedTo: v.optional(DeliveryRequestInput),
  /** The ids of equal requests that existed before the first attempt, for an API without idempotency keys. */
  idsBefore: v.optional(v.array(v.number())),
};

const Pending = v.variant('state', [
  v.object({ state: v.literal('queued'), ...pendingFields }),
  v.object({ state: v.literal('sending'), ...pendingFields }),
  v.object({ state: v.literal('needsLogin'), ...pendingFields }),
  v.object({ state: v.literal('needsAttention'), attention: Attention, ...pendingFields }),
]);
export type PendingEntry = v.InferOutput<typeof Pending>;

const sentFields = { state: v.literal('sent'), ...commonFields, sentAt: v.number() };
const CustomerResponse = { kind: v.literal('customer'), response: CreatedDeliveryRequest };
const GuestResponse = { kind: v.literal('guest'), response: GuestReceipt };

/** What the server has responded to a customer or to a guest. */
export type Accepted =
  | { kind: 'customer'; response: CreatedDeliveryRequest }
  | { kind: 'guest'; response: GuestReceipt };

/** The server has accepted the request, and no page has copied its response to the stores yet. */
const Sent = v.variant('kind', [
  v.object({ ...sentFields, ...CustomerResponse }),
  v.object({ ...sentFields, ...GuestResponse }),
]);
export type SentEntry = v.InferOutput<typeof Sent>;

/** Only the key remains, so that the same draft in another tab is not ordered a second time. */
const Done = v.object({ state: v.literal('done'), id: v.string(), doneAt: v.number() });

export const Entry = v.union([Pending, Sent, Done]);
export type Entry = v.InferOutput<typeof Entry>;

export function isPending(entry: Entry): entry is PendingEntry {
  return entry.state !== 'sent' && entry.state !== 'done';
}

/** The delivery request of an entry, of a customer or of a guest. */
export function requestOfEntry({ intent }: { intent: Intent }): DeliveryRequestInput {
  return intent.kind === 'submitGuestRequest' ? intent.request : intent.body;
}

export function newEntry(
  id: string,
  owner: string | null,
  intent: Intent,
  now: number,
  quote?: Quote | undefined,
): PendingEntry {
  return {
    quote,
    state: 'queued',
    id,
    owner,
    intent,
    createdAt: now,
    sendOutcome: 'notSent',
    attempts: 0,
    retryDelayMs: 0,
    isRetryAfter: false,
  };
}

/** Milliseconds until an entry may be tried, which count from the last attempt. */
export function msUntilDue({ lastTryAt, retryDelayMs }: PendingEntry, now: number): number {
  return lastTryAt === undefined ? 0 : remainingMs(lastTryAt, retryDelayMs, now);
}

/** Whether an entry may be tried now, provided that a server can be reached. */
export function isDue(entry: PendingEntry, now: number): boolean {
  return entry.waitsForNetwork === true || msUntilDue(entry, now) === 0;
}

/** The entry after the device has failed to send it. If it is too old, the user decides whether it is still wanted. */
export function checkEntryAge(entry: PendingEntry, now: number): PendingEntry {
  if (entry.state !== 'queued') return entry;
  const { seenOldAt: seenBefore, ...rest } = entry;
  const isOld = now - (entry.submittedAt ?? entry.createdAt) > OLD_REQUEST_MS;
  const seenOldAt = checkAge(isOld, seenBefore, now);
  if (seenOldAt === seenBefore) return entry;
  if (seenOldAt === 'tooOld') return { ...rest, state: 'needsAttention', attention: { kind: 'tooOld' } };
  return seenOldAt === undefined ? rest : { ...rest, seenOldAt };
}

/** Whether the next reconnect may send an entry before its back-off has ended. A Retry-After is always respected. */
export function mayBeReleased(entry: PendingEntry, now: number): boolean {
  if (entry.isRetryAfter || entry.waitsForNetwork || msUntilDue(entry, now) === 0) return false;
  const sinceRelease = now - (entry.releasedAt ?? Number.NEGATIVE_INFINITY);
  return sinceRelease < 0 || sinceRelease >= RECONNECT_RELEASE_MS;
}

/** The user asks for a retry: the entry is due immediately, unless the server sent a Retry-After. */
export function ignoreBackoff(entry: PendingEntry): PendingEntry {
  return entry.isRetryAfter ? entry : { ...entry, retryDelayMs: 0 };
}

/** The delay after the n-th failed attempt in a row (from 1), with up to 20 % of jitter. */
export function backoffMs(attempts: number, random: () => number = Math.random): number {
  const step = OUTBOX_BACKOFF_MS[Math.min(attempts, OUTBOX_BACKOFF_MS.length) - 1] ?? 0;
  return Math.round(step * (0.8 + 0.2 * random()));
}
