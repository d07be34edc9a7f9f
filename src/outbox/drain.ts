import type { Failure } from '../api/failure.ts';
import type { CreatedDeliveryRequest, GuestReceipt } from '../contract/delivery-request.ts';
import { attempt, equalRequestIds, type Honours } from './attempt.ts';
import { backOffMs, type Entry, isPending, msUntilDue, newEntry, type PendingEntry } from './entry.ts';
import { change, readEntries, settle } from './queue.ts';
import { say } from './signal.ts';

/** What a drain needs of its surroundings; the page and the worker each have their own. */
export type DrainWorld = {
  /** The account that is signed in now, or undefined. */
  account: () => Promise<string | undefined> | string | undefined;
  honours: () => Promise<Honours> | Honours;
  /**
   * Whether an attempt could get anywhere. An attempt in a tunnel would leave an entry of unknown fate, whose text
   * can no longer be changed freely. Left out: every attempt is made.
   */
  isReachable?: () => Promise<boolean> | boolean;
};

/** Milliseconds until the next entry is due, or undefined when nothing waits for time to pass. */
export type DrainReport = { nextDueMs: number | undefined };

const LOCK = 'send-outbox';

/**
 * Sends what is due, oldest first, one at a time, among all tabs and the worker (one Web Lock, which frees
 * itself when its holder dies). An entry that fails never stands in the way of the next.
 * @param shouldForget whether back-off waits are forgotten (start, online, visible, Retry now); a server's
 * own Retry-After stays binding
 */
export function drain(world: DrainWorld, shouldForget = false): Promise<DrainReport> {
  const work = () => drainLocked(world, shouldForget);
  if ('locks' in navigator) return navigator.locks.request(LOCK, work);
  // An address without TLS has no locks. Each page then keeps its own order, and the keys do the rest.
  const mine = turn.then(work, work);
  turn = mine;
  return mine;
}

let turn: Promise<unknown> = Promise.resolve();

async function drainLocked(world: DrainWorld, shouldForget: boolean): Promise<DrainReport> {
  const tried = new Set<string>();
  for (;;) {
    // Read anew each time: while one entry is on its way others are written, edited, discarded.
    const account = await world.account();
    const waiting = (await readEntries()).filter((entry) => isMineToSend(entry, account));
    const now = Date.now();
    const isDue = (entry: PendingEntry) =>
      !tried.has(entry.id) && ((shouldForget && !entry.isWaitBinding) || msUntilDue(entry, now) === 0);
    const due = waiting.find(isDue);
    if (due === undefined) {
      const waits = waiting.map((entry) => msUntilDue(entry, now));
      return { nextDueMs: waits.length === 0 ? undefined : Math.min(...waits) };
    }
    if ((await world.isReachable?.()) === false) {
      // Nobody is asked about each: what is due waits, all of it.
      for (const entry of waiting.filter(isDue)) {
        await change(entry.id, (standing) => waitLonger(standing, standing.fate, undefined));
        tried.add(entry.id);
      }
    } else {
      tried.add(due.id);
      await send(due, await world.honours());
    }
    say({ kind: 'changed' });
  }
}

/** Under the lock nobody else is sending, so an entry marked so was left by a context that died. */
function isMineToSend(entry: Entry, account: string | undefined): entry is PendingEntry {
  return (
    isPending(entry) &&
    (entry.state === 'queued' || entry.state === 'sending') &&
    (entry.owner === null || entry.owner === account)
  );
}

async function send(entry: PendingEntry, honours: Honours): Promise<void> {
  const wasUnknown = entry.fate === 'unknown';
  const { intent } = entry;
  let idsBefore = entry.idsBefore;
  if (!honours.api && intent.kind === 'createDeliveryRequest' && entry.owner !== null && !wasUnknown) {
    idsBefore = await equalRequestIds(intent.body, entry.owner);
    if (idsBefore === undefined) {
      await change(entry.id, (standing) => waitLonger(standing, standing.fate, undefined));
      return;
    }
  }
  // On disk before the first byte leaves: whoever finds the entry after a crash knows that it may have arrived.
  const standing = await change(entry.id, (current) => ({
    ...current,
    state: 'sending',
    fate: 'unknown',
    ...(idsBefore && { idsBefore }),
  }));
  if (standing === undefined || !isPending(standing)) return;

  const result = await attempt(standing, wasUnknown, honours);
  switch (result.kind) {
    case 'taken':
      return taken(entry.id, result.answer);
    case 'unsure':
      await change(entry.id, (current) => ({
        ...current,
        state: 'needsAttention',
        attention: { kind: 'unsure' },
      }));
      return;
    case 'failed':
      await change(entry.id, (current) => afterFailure(current, result.failure, wasUnknown, honours));
  }
}

async function taken(id: string, answer: CreatedDeliveryRequest | GuestReceipt): Promise<void> {
  let followsEdit = false;
  await change(id, (current) => {
    if (current.changedTo === undefined || !('pickUpSnapshot' in answer)) return current;
    followsEdit = true;
    const edit = { kind: 'editDeliveryRequest', deliveryId: answer.id, body: current.changedTo } as const;
    return newEntry(id, current.owner, edit, current.createdAt, current.quote);
  });
  if (!followsEdit) await settle(id, answer);
}

/** Where an entry goes after an attempt that did not succeed. */
function afterFailure(
  entry: PendingEntry,
  failure: Failure,
  wasUnknown: boolean,
  honours: Honours,
): PendingEntry {
  // What is known of the fate if this attempt surely did nothing.
  const fateBefore = wasUnknown ? 'unknown' : entry.fate === 'unknown' ? 'unsent' : entry.fate;
  switch (failure.kind) {
    case 'unauthorized':
      if (entry.owner === null) return refused(entry, 'refused', { status: 401, errors: [] });
      return { ...entry, state: 'needsSignIn', fate: fateBefore, lastTryAt: Date.now() };
    case 'offline':
    case 'timeout':
    case 'broken':
    case 'aborted':
      return waitLonger(entry, 'unknown', undefined);
    case 'http': {
      if (failure.status >= 500) return waitLonger(entry, 'unknown', failure.retryAfterMs);
      const isBusy = failure.status === 425 || failure.status === 429;
      if (isBusy || (failure.status === 409 && failure.retryAfterMs !== undefined)) {
        return waitLonger(entry, failure.status === 409 ? 'unknown' : fateBefore, failure.retryAfterMs);
      }
      const isKeyHonoured = entry.intent.kind === 'submitGuestRequest' ? honours.hook : honours.api;
      // With a key that is honoured a refusal also tells that no earlier attempt was taken.
      return refused(entry, wasUnknown && !isKeyHonoured ? 'unknown' : 'refused', {
        status: failure.status,
        errors: failure.problem?.errors ?? [],
        ...(failure.problem?.title !== undefined && { code: failure.problem.title }),
      });
    }
  }
}

function refused(
  entry: PendingEntry,
  fate: PendingEntry['fate'],
  how: { status: number; code?: string; errors: { path: string; message: string }[] },
): PendingEntry {
  return {
    ...entry,
    state: 'needsAttention',
    fate,
    lastTryAt: Date.now(),
    attention: { kind: 'refused', ...how },
  };
}

function waitLonger(
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
    waitMs: retryAfterMs ?? backOffMs(attempts),
    isWaitBinding: retryAfterMs !== undefined,
  };
}
