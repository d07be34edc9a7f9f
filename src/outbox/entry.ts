import * as v from 'valibot';
import { OUTBOX_BACKOFF_MS, RECONNECT_RELEASE_MS } from '../contract/constants.ts';
import {
  CreatedDeliveryRequest,
  DeliveryRequestInput,
  GuestReceipt,
  GuestRequestInput,
} from '../contract/delivery-request.ts';

/** What the person wants; never headers, never a token. */
export const Intent = v.variant('kind', [
  v.object({ kind: v.literal('createDeliveryRequest'), body: DeliveryRequestInput }),
  v.object({
    kind: v.literal('submitGuestRequest'),
    body: GuestRequestInput,
    /** The parcel as it was before it was packed into the note, so that it can be shown and edited. */
    request: DeliveryRequestInput,
  }),
  /** Follows a create whose text was changed while nobody knew whether it had arrived. */
  v.object({
    kind: v.literal('editDeliveryRequest'),
    deliveryId: v.pipe(v.number(), v.integer()),
    body: DeliveryRequestInput,
  }),
]);
export type Intent = v.InferOutput<typeof Intent>;

/** Why an entry needs the person: the server's refusal, or that nobody knows whether it arrived. */
export const Attention = v.variant('kind', [
  v.object({
    kind: v.literal('refused'),
    status: v.number(),
    code: v.optional(v.string()),
    errors: v.array(v.object({ path: v.string(), message: v.string() })),
  }),
  v.object({ kind: v.literal('unsure') }),
]);
export type Attention = v.InferOutput<typeof Attention>;

/**
 * - unsent: no byte of it has left
 * - unknown: an attempt was made and no answer says what became of it
 * - refused: the server answered that it did not take it
 */
const SendOutcome = v.picklist(['unsent', 'unknown', 'refused']);

/** What a price was when the person sent a request; the server decides what is paid. */
export const Quote = v.object({ estimatedPrice: v.number(), currency: v.string() });
export type Quote = v.InferOutput<typeof Quote>;

const commonFields = {
  /** Minted once with the draft; the `Idempotency-Key` of every attempt. */
  id: v.string(),
  /** The account that may send and see it; null for a guest. */
  owner: v.nullable(v.string()),
  intent: Intent,
  createdAt: v.number(),
  quote: v.optional(v.fallback(v.optional(Quote), undefined)),
};

const pendingFields = {
  ...commonFields,
  fate: SendOutcome,
  /** Attempts since the back-off was last reset. */
  attempts: v.number(),
  /** When the last attempt ended, and how long to wait after it; milliseconds. */
  lastTryAt: v.optional(v.number()),
  waitMs: v.number(),
  /** Whether the wait was the server's own Retry-After, which nothing shortens. */
  isWaitBinding: v.boolean(),
  /** The device lost its network during the wait: the entry is due as soon as a server answers again. */
  waitsForNetwork: v.optional(v.boolean()),
  /** When a reconnect last sent it ahead of its wait; milliseconds. */
  releasedAt: v.optional(v.number()),
  /** What the person changed while the fate was unknown; it follows once the old text is settled. */
  changedTo: v.optional(DeliveryRequestInput),
  /** Equal requests that were there before the first attempt, for an API that knows no keys. */
  idsBefore: v.optional(v.array(v.number())),
};

const Pending = v.variant('state', [
  v.object({ state: v.literal('queued'), ...pendingFields }),
  v.object({ state: v.literal('sending'), ...pendingFields }),
  v.object({ state: v.literal('needsSignIn'), ...pendingFields }),
  v.object({ state: v.literal('needsAttention'), attention: Attention, ...pendingFields }),
]);
export type PendingEntry = v.InferOutput<typeof Pending>;

/** Settled, and waiting for a page to take the answer over. */
const Sent = v.object({
  state: v.literal('sent'),
  ...commonFields,
  answer: v.union([CreatedDeliveryRequest, GuestReceipt]),
  sentAt: v.number(),
});
export type SentEntry = v.InferOutput<typeof Sent>;

/** Only the key is left, so that the same draft in another tab is not ordered again. */
const Done = v.object({ state: v.literal('done'), id: v.string(), doneAt: v.number() });

export const Entry = v.union([Pending, Sent, Done]);
export type Entry = v.InferOutput<typeof Entry>;

export function isPending(entry: Entry): entry is PendingEntry {
  return entry.state !== 'sent' && entry.state !== 'done';
}

/** The delivery request of an entry, of a customer or of a guest. */
export function requestOfEntry(entry: PendingEntry | SentEntry): DeliveryRequestInput {
  const { intent } = entry;
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
    ...(quote && { quote }),
    state: 'queued',
    id,
    owner,
    intent,
    createdAt: now,
    fate: 'unsent',
    attempts: 0,
    waitMs: 0,
    isWaitBinding: false,
  };
}

/**
 * Milliseconds until an entry may be tried. Counted from the last attempt and bounded by its own wait, so a
 * clock that was set back or is days wrong can delay nothing for longer than it should.
 */
export function msUntilDue(entry: PendingEntry, now: number): number {
  if (entry.lastTryAt === undefined) return 0;
  const elapsed = now - entry.lastTryAt;
  return elapsed < 0 ? 0 : Math.max(0, entry.waitMs - elapsed);
}

/** Whether an entry may be tried at a moment when a server can be reached. */
export function isDue(entry: PendingEntry, now: number): boolean {
  return entry.waitsForNetwork === true || msUntilDue(entry, now) === 0;
}

/** Whether the next reconnect may send an entry ahead of its back-off; never ahead of a Retry-After. */
export function mayBeReleased(entry: PendingEntry, now: number): boolean {
  if (entry.isWaitBinding || entry.waitsForNetwork || msUntilDue(entry, now) === 0) return false;
  const sinceRelease = now - (entry.releasedAt ?? Number.NEGATIVE_INFINITY);
  return sinceRelease < 0 || sinceRelease >= RECONNECT_RELEASE_MS;
}

/** A person asks for it: the entry is due at once, unless the server named a time itself. */
export function withoutBackOff(entry: PendingEntry): PendingEntry {
  return entry.isWaitBinding ? entry : { ...entry, waitMs: 0 };
}

/** The wait after the n-th failed attempt in a row (from 1), with up to a fifth of jitter. */
export function backoffMs(attempts: number, random: () => number = Math.random): number {
  const step = OUTBOX_BACKOFF_MS[Math.min(attempts, OUTBOX_BACKOFF_MS.length) - 1] ?? 0;
  return Math.round(step * (0.8 + 0.2 * random()));
}
