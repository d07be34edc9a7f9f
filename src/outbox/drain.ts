import type { Failure } from '../api/failure.ts';
import type { CreatedDeliveryRequest, GuestReceipt } from '../contract/delivery-request.ts';
import { broadcast } from './channel.ts';
import { backoffMs, type Entry, isPending, msUntilDue, newEntry, type PendingEntry } from './entry.ts';
import { readEntries, resolveEntry, updateEntry } from './queue.ts';
import { type IdempotencySupport, listEqualRequestIds, sendEntry } from './send-entry.ts';

/** What a drain needs of its surroundings; the page and the worker each have their own. */
export type DrainDependencies = {
  /** The account that is signed in now, or undefined. */
  account: () => Promise<string | undefined> | string | undefined;
  supportsIdempotency: () => Promise<IdempotencySupport> | IdempotencySupport;
  /**
   * Whether an attempt could get anywhere. An attempt in a tunnel would leave an entry of unknown fate, whose text
   * can no longer be changed freely. Left out: every attempt is made.
   */
  isReachable?: () => Promise<boolean> | boolean;
};

/** Milliseconds until the next entry is due, or undefined when nothing waits for time to pass. */
export type DrainReport = { nextDueMs: number | undefined };

const LOCK_NAME = 'send-outbox';

/**
 * Sends what is due, oldest first, one at a time, among all tabs and the worker (one Web Lock, which frees
 * itself when its holder dies). An entry that fails never stands in the way of the next.
 * @param ignoreBackoff whether back-off waits are forgotten (start, online, visible, Retry now); a server's
 * own Retry-After stays binding
 */
export function drain(dependencies: DrainDependencies, ignoreBackoff = false): Promise<DrainReport> {
  const work = () => drainLocked(dependencies, ignoreBackoff);
  if ('locks' in navigator) return navigator.locks.request(LOCK_NAME, work);
  // An address without TLS has no locks. Each page then keeps its own order, and the keys do the rest.
  const drained = lastDrain.then(work, work);
  lastDrain = drained;
  return drained;
}

let lastDrain: Promise<unknown> = Promise.resolve();

async function drainLocked(dependencies: DrainDependencies, ignoreBackoff: boolean): Promise<DrainReport> {
  const attemptedIds = new Set<string>();
  for (;;) {
    // Read anew each time: while one entry is on its way others are written, edited, discarded.
    const account = await dependencies.account();
    const waiting = (await readEntries()).filter((entry) => isSendable(entry, account));
    const now = Date.now();
    const isDue = (entry: PendingEntry) =>
      !attemptedIds.has(entry.id) &&
      ((ignoreBackoff && !entry.isWaitBinding) || msUntilDue(entry, now) === 0);
    const due = waiting.find(isDue);
    if (due === undefined) {
      const delaysMs = waiting.map((entry) => msUntilDue(entry, now));
      return { nextDueMs: delaysMs.length === 0 ? undefined : Math.min(...delaysMs) };
    }
    if ((await dependencies.isReachable?.()) === false) {
      // Nobody is asked about each: what is due waits, all of it.
      for (const entry of waiting.filter(isDue)) {
        await updateEntry(entry.id, (current) => scheduleRetry(current, current.fate, undefined));
        attemptedIds.add(entry.id);
      }
    } else {
      attemptedIds.add(due.id);
      await processEntry(due, await dependencies.supportsIdempotency());
    }
    broadcast({ kind: 'changed' });
  }
}

/** Under the lock nobody else is sending, so an entry marked so was left by a context that died. */
function isSendable(entry: Entry, account: string | undefined): entry is PendingEntry {
  return (
    isPending(entry) &&
    (entry.state === 'queued' || entry.state === 'sending') &&
    (entry.owner === null || entry.owner === account)
  );
}

async function processEntry(entry: PendingEntry, supportsIdempotency: IdempotencySupport): Promise<void> {
  const wasOutcomeUnknown = entry.fate === 'unknown';
  const { intent } = entry;
  let idsBefore = entry.idsBefore;
  if (
    !supportsIdempotency.api &&
    intent.kind === 'createDeliveryRequest' &&
    entry.owner !== null &&
    !wasOutcomeUnknown
  ) {
    idsBefore = await listEqualRequestIds(intent.body, entry.owner);
    if (idsBefore === undefined) {
      await updateEntry(entry.id, (current) => scheduleRetry(current, current.fate, undefined));
      return;
    }
  }
  // On disk before the first byte leaves: whoever finds the entry after a crash knows that it may have arrived.
  const standing = await updateEntry(entry.id, (current) => ({
    ...current,
    state: 'sending',
    fate: 'unknown',
    ...(idsBefore && { idsBefore }),
  }));
  if (standing === undefined || !isPending(standing)) return;

  const result = await sendEntry(standing, wasOutcomeUnknown, supportsIdempotency);
  switch (result.kind) {
    case 'taken':
      return applyResponse(entry.id, result.answer);
    case 'unsure':
      await updateEntry(entry.id, (current) => ({
        ...current,
        state: 'needsAttention',
        attention: { kind: 'unsure' },
      }));
      return;
    case 'failed':
      await updateEntry(entry.id, (current) =>
        applyFailure(current, result.failure, wasOutcomeUnknown, supportsIdempotency),
      );
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

/** Where an entry goes after an attempt that did not succeed. */
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
  sendOutcome: PendingEntry['fate'],
  retryAfterMs: number | undefined,
): PendingEntry {
  const attempts = entry.attempts + 1;
  return {
    ...entry,
    state: 'queued',
    fate: sendOutcome,
    attempts,
    lastTryAt: Date.now(),
    waitMs: retryAfterMs ?? backoffMs(attempts),
    isWaitBinding: retryAfterMs !== undefined,
  };
}
