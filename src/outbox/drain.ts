import { type Failure, hasStatus } from '../api/client.ts';
import { OUTBOX_BACKOFF_MS } from '../api/timing.ts';
import { broadcast, onMessage } from './channel.ts';
import {
  backoffMs,
  checkEntryAge,
  type Intent,
  isDue,
  isPending,
  mayBeReleased,
  msUntilDue,
  type PendingEntry,
} from './entry.ts';
import { readEntry, readPendingEntries, resolveEntry, updateEntry, updatePendingEntries } from './queue.ts';
import { type IdempotencySupport, listEqualRequestIds, sendEntry } from './send-entry.ts';

/** How many pending requests are sent in parallel. */
const OUTBOX_PARALLEL = 4;
/** No Retry-After delays a request for longer than this, because a wrong clock or server may name any time. */
const RETRY_AFTER_MAX_MS = 3600_000;

/** The page and the service worker each pass their own. */
export type DrainDependencies = {
  /** The account that is logged in now, or undefined for a guest. */
  account: () => Promise<string | undefined> | string | undefined;
  supportsIdempotency: () => Promise<IdempotencySupport> | IdempotencySupport;
  /**
   * Whether this device has a network. Without one no entry is sent, because the outcome of a failed attempt is
   * unknown, and such an entry can no longer be edited freely. If omitted, every due entry is sent.
   * @param mustCheck whether a server has to respond now, because the last known state may be wrong
   */
  isReachable?: (mustCheck: boolean) => Promise<boolean> | boolean;
};

/** Milliseconds until the next entry is due; undefined if no entry waits for a time. */
export type DrainReport = { nextDueMs: number | undefined };

const LOCK_NAME = 'send-outbox';
const MAX_BACKOFF_MS = Math.max(...OUTBOX_BACKOFF_MS);

/**
 * Sends all due entries, oldest first, at most four at once. One Web Lock ensures that only one tab or the service
 * worker drains at a time; the browser releases it when its holder dies. The delay before a retry is stored in the
 * entry, so it makes no difference which context drains or how often. A failed entry never blocks the next, except that
 * a 429 delays all entries of the same owner.
 */
export function drain(dependencies: DrainDependencies): Promise<DrainReport> {
  return withLock(async () => {
    const attemptedIds = new Set<string>();
    const sending = new Set<Promise<void>>();
    const newEntries = listenForNewEntries();
    let isInDoubt = false;
    const errors: unknown[] = [];
    try {
      for (;;) {
        newEntries.clear();
        // The entries are read each time, because they are added, edited and discarded while others are being sent.
        const waiting = await readWaiting(dependencies, attemptedIds);
        // An entry that waits for the network is sent only after a health check, even if this context counts as online.
        const mustCheck = isInDoubt || waiting.some(({ waitsForNetwork }) => waitsForNetwork);
        const isOffline = waiting.length > 0 && (await dependencies.isReachable?.(mustCheck)) === false;
        isInDoubt = false;
        const due = isOffline
          ? []
          : waiting.filter((entry) => !attemptedIds.has(entry.id) && isDue(entry, Date.now()));
        const idempotency = await dependencies.supportsIdempotency();
        // For an API without idempotency keys, the list before and after a request identifies it: one at a time.
        const free = (idempotency.api ? OUTBOX_PARALLEL : 1) - sending.size;
        for (const entry of due.slice(0, free)) {
          attemptedIds.add(entry.id);
          const attempt = attemptEntry(entry.id, idempotency).then(
            (failure) => {
              isInDoubt ||= failure?.kind === 'offline';
            },
            (error: unknown) => errors.push(error),
          );
          const one = attempt.then(() => {
            sending.delete(one);
            broadcast({ kind: 'changed' });
          });
          sending.add(one);
        }
        if (sending.size === 0 && errors.length > 0) throw errors[0];
        if (sending.size === 0) return await endDrain(waiting, isOffline);
        await Promise.race([...sending, newEntries.arrived()]);
      }
    } finally {
      newEntries.end();
      // The lock must not be released before all attempts have ended.
      await Promise.allSettled(sending);
    }
  });
}

async function withLock<T>(work: () => Promise<T>): Promise<T> {
  let hasLock = false;
  const workWithLock = () => {
    hasLock = true;
    return work();
  };
  try {
    return await navigator.locks.request(LOCK_NAME, workWithLock);
  } catch (error) {
    if (hasLock) throw error;
  }
  // A page without TLS has no Web Locks, and one whose cookies are blocked may not use them. Each page then drains on its
  // own, and the idempotency keys prevent duplicates.
  const drained = lastDrain.then(work, work);
  lastDrain = drained;
  return drained;
}

let lastDrain: Promise<unknown> = Promise.resolve();

/** Wakes a drain that waits for slow responses when another entry is added. */
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

/**
 * The entries to send, oldest first. Nothing else sends while this drain holds the lock, so an entry in the state
 * `sending` was left by a context that died.
 */
async function readWaiting(
  dependencies: DrainDependencies,
  attemptedIds: ReadonlySet<string>,
): Promise<PendingEntry[]> {
  const account = await dependencies.account();
  return (await readPendingEntries()).filter(
    (entry) =>
      (entry.state === 'queued' || (entry.state === 'sending' && !attemptedIds.has(entry.id))) &&
      (entry.owner === null || entry.owner === account),
  );
}

/**
 * Checks the age of the entries that could not be sent, and queues those that a context left in the state `sending` when
 * it died. Offline, it also marks those in their back-off, so that the next reconnect in any tab or in the worker sends
 * them immediately.
 */
async function endDrain(waiting: PendingEntry[], isOffline: boolean): Promise<DrainReport> {
  const now = Date.now();
  const ids = new Set(waiting.map(({ id }) => id));
  const update = (entry: PendingEntry): PendingEntry => {
    if (!ids.has(entry.id)) return entry;
    const queued: PendingEntry = entry.state === 'sending' ? { ...entry, state: 'queued' } : entry;
    return checkEntryAge(
      isOffline && mayBeReleased(queued, now) ? { ...queued, waitsForNetwork: true } : queued,
      now,
    );
  };
  if (waiting.some((entry) => update(entry) !== entry)) {
    await updatePendingEntries(update);
    broadcast({ kind: 'changed' });
  }
  if (isOffline) return { nextDueMs: MAX_BACKOFF_MS };
  const delays = waiting.map((entry) => msUntilDue(entry, Date.now()));
  return { nextDueMs: delays.length === 0 ? undefined : Math.min(...delays) };
}

/** Makes one attempt to send an entry, stores its outcome, and returns why it has failed. */
async function attemptEntry(id: string, idempotency: IdempotencySupport): Promise<Failure | undefined> {
  let wasOutcomeUnknown = false;
  let idsBefore: number[] | undefined;
  const stored = await readEntry(id);
  if (stored === undefined || !isPending(stored)) return undefined;
  const { intent, owner } = stored;
  const isFirst = stored.sendOutcome !== 'unknown';
  if (!idempotency.api && intent.kind === 'createDeliveryRequest' && owner !== null && isFirst) {
    idsBefore = await listEqualRequestIds(intent.body, owner);
    if (idsBefore === undefined) {
      await updateEntry(id, (entry) => scheduleRetry(entry, entry.sendOutcome, undefined));
      return undefined;
    }
  }
  // The state is on disk before the first byte is sent, so that after a crash the outcome counts as unknown. Only with
  // an idempotency key a device that is too full for that sends the request as well.
  let shouldSend = false;
  const markAsSending = (entry: PendingEntry): PendingEntry => {
    shouldSend = entry.state === 'queued' || entry.state === 'sending';
    if (!shouldSend) return entry;
    const { waitsForNetwork, ...current } = entry;
    wasOutcomeUnknown = entry.sendOutcome === 'unknown';
    return {
      ...current,
      state: 'sending',
      sendOutcome: 'unknown',
      ...(waitsForNetwork && { releasedAt: Date.now() }),
      ...(idsBefore && { idsBefore }),
    };
  };
  const updated = await updateEntry(id, markAsSending, !supportsKey(intent, idempotency));
  if (!shouldSend || updated === undefined || !isPending(updated)) return undefined;
  const result = await sendEntry(updated, wasOutcomeUnknown, idempotency);
  if (result === undefined) {
    const attention = { kind: 'outcomeUnknown' } as const;
    await updateEntry(id, (entry) => ({ ...entry, state: 'needsAttention', attention }));
    return undefined;
  }
  if (result.ok) {
    await resolveEntry(id, result.value);
    return undefined;
  }
  const { failure } = result;
  const fail = (entry: PendingEntry) => applyFailure(entry, failure, wasOutcomeUnknown, idempotency);
  if (hasStatus(failure, 429)) {
    // The others would be rejected too: all of them wait, and the oldest is the next to be tried.
    const limited = fail(updated);
    await updatePendingEntries((entry) => (entry.id === id ? fail(entry) : delayLike(entry, limited)));
  } else await updateEntry(id, fail);
  return failure;
}

function supportsKey(intent: Intent, idempotency: IdempotencySupport): boolean {
  return intent.kind === 'submitGuestRequest' ? idempotency.hook : idempotency.api;
}

/** The entry after a failed attempt. */
function applyFailure(
  entry: PendingEntry,
  failure: Failure,
  wasOutcomeUnknown: boolean,
  idempotency: IdempotencySupport,
): PendingEntry {
  const hasKey = supportsKey(entry.intent, idempotency);
  // The outcome if this attempt certainly changed nothing.
  const previousOutcome = wasOutcomeUnknown
    ? 'unknown'
    : entry.sendOutcome === 'unknown'
      ? 'notSent'
      : entry.sendOutcome;
  switch (failure.kind) {
    case 'unauthorized':
      if (entry.owner === null) return rejectEntry(entry, 'rejected', { status: 401, errors: [] });
      return { ...entry, state: 'needsLogin', sendOutcome: previousOutcome, lastTryAt: Date.now() };
    case 'offline':
    case 'timeout':
    case 'invalidBody':
    case 'aborted':
      return scheduleRetry(entry, 'unknown', undefined);
    case 'unexpectedResponse':
      // A gateway or a captive portal wrote this response. Our server may or may not have received the request.
      return scheduleRetry(entry, 'unknown', failure.retryAfterMs);
    case 'http': {
      if (failure.status >= 500) return scheduleRetry(entry, 'unknown', failure.retryAfterMs);
      const isBusy = failure.status === 425 || failure.status === 429;
      // A repeated key gets a 409, often without Retry-After, while the first request with it is still being processed.
      const isRepeated = wasOutcomeUnknown && entry.intent.kind !== 'editDeliveryRequest' && hasKey;
      if (isBusy || (failure.status === 409 && (isRepeated || failure.retryAfterMs !== undefined))) {
        return scheduleRetry(
          entry,
          failure.status === 409 ? 'unknown' : previousOutcome,
          failure.retryAfterMs,
        );
      }
      // If idempotency keys are supported, a rejection also proves that no earlier attempt was accepted.
      return rejectEntry(entry, wasOutcomeUnknown && !hasKey ? 'unknown' : 'rejected', {
        status: failure.status,
        errors: (failure.problem?.errors ?? []).filter(({ message }) => message !== ''),
        ...(failure.problem?.title !== undefined && { code: failure.problem.title }),
      });
    }
  }
}

/** The entry with the delay of an entry that met a rate limit, unless it is of another owner or its own delay is longer. */
function delayLike(entry: PendingEntry, { owner, lastTryAt, retryDelayMs, isRetryAfter }: PendingEntry) {
  if (entry.state !== 'queued' || entry.owner !== owner) return entry;
  if (msUntilDue(entry, Date.now()) >= retryDelayMs) return entry;
  const { waitsForNetwork, ...rest } = entry;
  return { ...rest, lastTryAt, retryDelayMs, isRetryAfter };
}

function rejectEntry(
  entry: PendingEntry,
  sendOutcome: PendingEntry['sendOutcome'],
  rejection: { status: number; code?: string; errors: { path: string; message: string }[] },
): PendingEntry {
  return {
    ...entry,
    state: 'needsAttention',
    sendOutcome,
    lastTryAt: Date.now(),
    attention: { kind: 'rejected', ...rejection },
  };
}

function scheduleRetry(
  entry: PendingEntry,
  sendOutcome: PendingEntry['sendOutcome'],
  retryAfterMs: number | undefined,
): PendingEntry {
  const attempts = entry.attempts + 1;
  return {
    ...entry,
    state: 'queued',
    sendOutcome,
    attempts,
    lastTryAt: Date.now(),
    // Retry-After may prolong the back-off, never shorten it.
    retryDelayMs: Math.max(Math.min(retryAfterMs ?? 0, RETRY_AFTER_MAX_MS), backoffMs(attempts)),
    isRetryAfter: retryAfterMs !== undefined,
  };
}
