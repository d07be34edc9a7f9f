import type { Failure } from '../api/failure.ts';
import { OUTBOX_BACKOFF_MS, OUTBOX_PARALLEL } from '../contract/constants.ts';
import type { CreatedDeliveryRequest, GuestReceipt } from '../contract/delivery-request.ts';
import { broadcast, onMessage } from './channel.ts';
import {
  backoffMs,
  isDue,
  isPending,
  mayBeReleased,
  msUntilDue,
  newEntry,
  type PendingEntry,
} from './entry.ts';
import { readEntries, readEntry, resolveEntry, updateEntry } from './queue.ts';
import { type IdempotencySupport, listEqualRequestIds, type SendResult, sendEntry } from './send-entry.ts';

/** What a drain needs of its surroundings; the page and the worker each have their own. */
export type DrainDependencies = {
  /** The account that is signed in now, or undefined. */
  account: () => Promise<string | undefined> | string | undefined;
  supportsIdempotency: () => Promise<IdempotencySupport> | IdempotencySupport;
  /**
   * Whether this device has a network. Without one nothing is attempted, because an attempt would leave an entry of
   * unknown fate, whose text can no longer be changed freely. Left out: every attempt is made.
   * @param mustCheck whether a server has to answer now, because what was known is in doubt
   */
  isReachable?: (mustCheck: boolean) => Promise<boolean> | boolean;
};

/** Milliseconds until the next entry is due, or undefined when nothing waits for time to pass. */
export type DrainReport = { nextDueMs: number | undefined };

const LOCK_NAME = 'send-outbox';
const LONGEST_WAIT_MS = Math.max(...OUTBOX_BACKOFF_MS);

/**
 * Sends what is due, oldest first, at most four entries at once, among all tabs and the worker (one Web Lock, which
 * frees itself when its holder dies). The wait belongs to the entry, so it makes no difference who drains or how
 * often. An entry that fails never stands in the way of the next.
 */
export function drain(dependencies: DrainDependencies): Promise<DrainReport> {
  const work = () => drainLocked(dependencies);
  if ('locks' in navigator) return navigator.locks.request(LOCK_NAME, work);
  // An address without TLS has no locks. Each page then keeps its own order, and the keys do the rest.
  const drained = lastDrain.then(work, work);
  lastDrain = drained;
  return drained;
}

let lastDrain: Promise<unknown> = Promise.resolve();

async function drainLocked(dependencies: DrainDependencies): Promise<DrainReport> {
  const attemptedIds = new Set<string>();
  const sending = new Set<Promise<void>>();
  const newEntries = listenForNewEntries();
  let isInDoubt = false;
  try {
    for (;;) {
      newEntries.clear();
      // Read each time, because entries are written, edited and discarded while others are on their way.
      const waiting = await readWaiting(dependencies, attemptedIds);
      const isAway = waiting.length > 0 && !(await hasNetwork(dependencies, waiting, isInDoubt));
      isInDoubt = false;
      const due = isAway
        ? []
        : waiting.filter((entry) => !attemptedIds.has(entry.id) && isDue(entry, Date.now()));
      const idempotency = await dependencies.supportsIdempotency();
      // An API without keys tells requests apart by what its list held before: one at a time.
      const free = (idempotency.api ? OUTBOX_PARALLEL : 1) - sending.size;
      for (const entry of due.slice(0, free)) {
        attemptedIds.add(entry.id);
        const one = processEntry(entry.id, idempotency).then((result) => {
          sending.delete(one);
          isInDoubt ||= result?.kind === 'failed' && result.failure.kind === 'offline';
          broadcast({ kind: 'changed' });
        });
        sending.add(one);
      }
      if (sending.size === 0) return isAway ? await postpone(waiting) : { nextDueMs: nextDueMs(waiting) };
      await Promise.race([...sending, newEntries.arrived()]);
    }
  } finally {
    newEntries.end();
    // The lock is not freed before everything under it has ended.
    await Promise.allSettled(sending);
  }
}

/** Tells a drain that waits for slow answers that another entry was added meanwhile. */
function listenForNewEntries() {
  let arrive = (): void => undefined;
  let next: Promise<void>;
  const clear = () => {
    next = new Promise((resolve) => {
      arrive = resolve;
    });
  };
  clear();
  const end = onMessage(({ kind }) => {
    if (kind === 'enqueued') arrive();
  });
  return { end, clear, arrived: () => next };
}

/** Oldest first. Under the lock nobody else is sending, so an entry in the state `sending` was left by a context that died. */
async function readWaiting(
  dependencies: DrainDependencies,
  attemptedIds: ReadonlySet<string>,
): Promise<PendingEntry[]> {
  const account = await dependencies.account();
  return (await readEntries()).filter(
    (entry): entry is PendingEntry =>
      isPending(entry) &&
      (entry.state === 'queued' || (entry.state === 'sending' && !attemptedIds.has(entry.id))) &&
      (entry.owner === null || entry.owner === account),
  );
}

/** What waits for the network is only sent once a server has answered, whatever this context believes. */
async function hasNetwork(
  dependencies: DrainDependencies,
  waiting: PendingEntry[],
  isInDoubt: boolean,
): Promise<boolean> {
  const mustCheck = isInDoubt || waiting.some(({ waitsForNetwork }) => waitsForNetwork);
  return (await dependencies.isReachable?.(mustCheck)) !== false;
}

/** Nothing is attempted; the next reconnect releases what is in its back-off, on whatever tab or worker sees it. */
async function postpone(waiting: PendingEntry[]): Promise<DrainReport> {
  for (const { id } of waiting.filter((entry) => mayBeReleased(entry, Date.now()))) {
    await updateEntry(id, (entry) => ({ ...entry, waitsForNetwork: true }));
  }
  return { nextDueMs: LONGEST_WAIT_MS };
}

function nextDueMs(waiting: PendingEntry[]): number | undefined {
  const waits = waiting.map((entry) => msUntilDue(entry, Date.now()));
  return waits.length === 0 ? undefined : Math.min(...waits);
}

async function processEntry(id: string, idempotency: IdempotencySupport): Promise<SendResult | undefined> {
  let wasOutcomeUnknown = false;
  let idsBefore: number[] | undefined;
  const stored = await readEntry(id);
  if (stored === undefined || !isPending(stored)) return undefined;
  const { intent, owner } = stored;
  const isFirst = stored.fate !== 'unknown';
  if (!idempotency.api && intent.kind === 'createDeliveryRequest' && owner !== null && isFirst) {
    idsBefore = await listEqualRequestIds(intent.body, owner);
    if (idsBefore === undefined) {
      await updateEntry(id, (entry) => scheduleRetry(entry, entry.fate, undefined));
      return undefined;
    }
  }
  // The state is on disk before the first byte leaves, so that after a crash the entry is known to be in doubt.
  let shouldSend = false;
  const updated = await updateEntry(id, (entry) => {
    shouldSend = entry.state === 'queued' || entry.state === 'sending';
    if (!shouldSend) return entry;
    const { waitsForNetwork, ...current } = entry;
    wasOutcomeUnknown = entry.fate === 'unknown';
    return {
      ...current,
      state: 'sending',
      fate: 'unknown',
      ...(waitsForNetwork && { releasedAt: Date.now() }),
      ...(idsBefore && { idsBefore }),
    };
  });
  if (!shouldSend || updated === undefined || !isPending(updated)) return undefined;
  const result = await sendEntry(updated, wasOutcomeUnknown, idempotency);
  await applyOutcome(id, result, wasOutcomeUnknown, idempotency);
  return result;
}

async function applyOutcome(
  id: string,
  result: SendResult,
  wasOutcomeUnknown: boolean,
  idempotency: IdempotencySupport,
): Promise<void> {
  switch (result.kind) {
    case 'taken':
      return applyResponse(id, result.answer);
    case 'unsure':
      await updateEntry(id, (entry) => ({
        ...entry,
        state: 'needsAttention',
        attention: { kind: 'unsure' },
      }));
      return;
    case 'failed':
      await updateEntry(id, (entry) => applyFailure(entry, result.failure, wasOutcomeUnknown, idempotency));
  }
}

async function applyResponse(id: string, response: CreatedDeliveryRequest | GuestReceipt): Promise<void> {
  let hasFollowUpEdit = false;
  await updateEntry(id, (current) => {
    if (current.changedTo === undefined || !('pickUpSnapshot' in response)) return current;
    hasFollowUpEdit = true;
    const edit = { kind: 'editDeliveryRequest', deliveryId: response.id, body: current.changedTo } as const;
    return newEntry(id, current.owner, edit, current.createdAt, current.quote);
  });
  if (!hasFollowUpEdit) await resolveEntry(id, response);
}

/** What an entry becomes after an attempt that did not succeed. */
function applyFailure(
  entry: PendingEntry,
  failure: Failure,
  wasOutcomeUnknown: boolean,
  supportsIdempotency: IdempotencySupport,
): PendingEntry {
  // What is known of the fate if this attempt surely did nothing.
  const previousOutcome = wasOutcomeUnknown ? 'unknown' : entry.fate === 'unknown' ? 'unsent' : entry.fate;
  switch (failure.kind) {
    case 'unauthorized':
      if (entry.owner === null) return rejectEntry(entry, 'refused', { status: 401, errors: [] });
      return { ...entry, state: 'needsSignIn', fate: previousOutcome, lastTryAt: Date.now() };
    case 'offline':
    case 'timeout':
    case 'broken':
    case 'aborted':
      return scheduleRetry(entry, 'unknown', undefined);
    case 'unexpectedResponse':
      // A gateway or a portal wrote it; what our server did, if it was asked at all, nobody knows.
      return scheduleRetry(entry, 'unknown', failure.retryAfterMs);
    case 'http': {
      if (failure.status >= 500) return scheduleRetry(entry, 'unknown', failure.retryAfterMs);
      const isBusy = failure.status === 425 || failure.status === 429;
      if (isBusy || (failure.status === 409 && failure.retryAfterMs !== undefined)) {
        return scheduleRetry(
          entry,
          failure.status === 409 ? 'unknown' : previousOutcome,
          failure.retryAfterMs,
        );
      }
      const supportsKey =
        entry.intent.kind === 'submitGuestRequest' ? supportsIdempotency.hook : supportsIdempotency.api;
      // With a key that is honoured a refusal also tells that no earlier attempt was taken.
      return rejectEntry(entry, wasOutcomeUnknown && !supportsKey ? 'unknown' : 'refused', {
        status: failure.status,
        errors: failure.problem?.errors ?? [],
        ...(failure.problem?.title !== undefined && { code: failure.problem.title }),
      });
    }
  }
}

function rejectEntry(
  entry: PendingEntry,
  sendOutcome: PendingEntry['fate'],
  rejection: { status: number; code?: string; errors: { path: string; message: string }[] },
): PendingEntry {
  return {
    ...entry,
    state: 'needsAttention',
    fate: sendOutcome,
    lastTryAt: Date.now(),
    attention: { kind: 'refused', ...rejection },
  };
}

function scheduleRetry(
  entry: PendingEntry,
  fate: PendingEntry['fate'],
  retryAfterMs: number | undefined,
): PendingEntry {
  const attempts = entry.attempts + 1;
  return {
    ...entry,
    state: 'queued',
    fate,
    attempts,
    lastTryAt: Date.now(),
    // A server may ask for more time than the back-off, never for less.
    waitMs: Math.max(retryAfterMs ?? 0, backoffMs(attempts)),
    isWaitBinding: retryAfterMs !== undefined,
  };
}
