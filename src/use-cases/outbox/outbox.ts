import type { CreatedDeliveryRequest } from '../../contract/delivery-request.ts';
import { priceChange } from '../../domain/price-change.ts';
import { broadcast, onMessage } from '../../outbox/channel.ts';
import { type DrainDependencies, type DrainReport, drain } from '../../outbox/drain.ts';
import { isPending, type SentEntry } from '../../outbox/entry.ts';
import { purgeOldResponses, readEntries, updatePendingEntries } from '../../outbox/queue.ts';
import { useApp } from '../../stores/app.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { hiddenDrafts, useDrafts } from '../../stores/drafts.ts';
import { sortBySentAt, useOutbox } from '../../stores/outbox.ts';
import { writeMark } from '../../stores/page-marks.ts';
import { currentAccount } from '../../stores/user.ts';
import { checkHealth } from '../connectivity/check-health.ts';
import { waitForConfig } from '../connectivity/load-config.ts';

/** Without Background Sync, the page drains this often while entries are pending. */
const MAX_DRAIN_INTERVAL_MS = 60_000;
const MIN_DRAIN_INTERVAL_MS = 500;
/** A drain changes several entries a second, and each refresh reads all of them. */
const REFRESH_INTERVAL_MS = 250;

let timer: ReturnType<typeof setTimeout> | undefined;
/** A drain that has been requested and has not started. Another request shares it. */
let scheduledDrain: Promise<void> | undefined;
/** A refresh of the store that has been requested and has not started, and the one before it. */
let nextRefresh: Promise<void> | undefined;
let lastRefresh: Promise<void> = Promise.resolve();
let lastRefreshAt = Number.NEGATIVE_INFINITY;
let refreshTimer: ReturnType<typeof setTimeout> | undefined;
/** The ids of sent entries whose responses this page has copied to its stores. */
const appliedEntryIds = new Set<string>();
/** Submits whose outcome the user is waiting for. */
const activeSubmissions = new Set<{ key: string; ended: Promise<void> }>();

/** Starts the page's side of the outbox: shows pending entries, and drains at start, on events and by timer. */
export function startOutbox(): void {
  onMessage(({ kind }) => {
    if (kind === 'changed') refreshSoon();
  });
  useDrafts.persist.onFinishHydration(() => void refreshOutboxStore());
  addEventListener('online', () => void drainNow());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void drainNow();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void drainNow();
  });
  void reportErrors(async () => {
    await refreshOutboxStore();
    const account = currentAccount();
    // The tab in which the user logged in may have been closed before it had queued all entries again.
    if (account === undefined) await drainNow();
    else await requeueFor(account);
    await purgeOldResponses();
  });
}

/** Sends the due entries. Entries in their back-off are not sent, however often this function is called. */
export function drainNow(): Promise<void> {
  scheduledDrain ??= reportErrors(async () => {
    await waitForConfig();
    scheduledDrain = undefined;
    try {
      scheduleDrain(await drain(drainDependencies));
    } catch (error) {
      // A database that has failed once may work again, and nothing else may start the next drain.
      scheduleDrain({ nextDueMs: MAX_DRAIN_INTERVAL_MS });
      throw error;
    }
    await refreshOutboxStore();
  });
  return scheduledDrain;
}

const drainDependencies: DrainDependencies = {
  account: currentAccount,
  supportsIdempotency: () => useApp.getState().config.idempotency,
  isReachable: (mustCheck) => (!mustCheck && useApp.getState().isReachable) || checkHealth(),
};

function scheduleDrain({ nextDueMs }: DrainReport): void {
  clearTimeout(timer);
  timer = undefined;
  if (nextDueMs === undefined) return;
  const delay = Math.min(Math.max(nextDueMs, MIN_DRAIN_INTERVAL_MS), MAX_DRAIN_INTERVAL_MS);
  timer = setTimeout(() => {
    timer = undefined;
    void drainNow();
  }, delay);
}

/** Refreshes the store now, or as soon as the interval since the last refresh has ended. */
function refreshSoon(): void {
  if (refreshTimer !== undefined) return;
  const delay = Math.max(0, lastRefreshAt + REFRESH_INTERVAL_MS - performance.now());
  refreshTimer = setTimeout(() => {
    refreshTimer = undefined;
    void refreshOutboxStore();
  }, delay);
}

/**
 * Copies the responses of sent entries to the stores, and shows the entries that are still pending. Calls before the
 * next refresh has started share it, so that a hundred changed entries are not read a hundred times.
 */
export function refreshOutboxStore(): Promise<void> {
  nextRefresh ??= lastRefresh.then(() => {
    nextRefresh = undefined;
    lastRefreshAt = performance.now();
    return reportErrors(readOutbox);
  });
  lastRefresh = nextRefresh;
  return nextRefresh;
}

async function readOutbox(): Promise<void> {
  const account = currentAccount();
  const stored = (await readEntries()).filter((entry) => entry.state !== 'done');
  const entries = stored.filter(({ owner }) => owner === null || owner === account);
  if (currentAccount() !== account) return;
  const sent = entries.filter((entry) => !isPending(entry));
  for (const entry of sent) {
    if (entry.owner === null || appliedEntryIds.has(entry.id)) continue;
    appliedEntryIds.add(entry.id);
    if (entry.kind === 'customer') applySentEntry(entry, entry.owner, entry.response);
  }
  const { entries: before, announce } = useOutbox.getState();
  const pendingBefore = new Set(before.map(({ id }) => id));
  const submitting = new Set([...activeSubmissions].map(({ key }) => key));
  const sentLater = sent.filter(({ id }) => pendingBefore.has(id) && !submitting.has(id));
  announce(sentLater);
  // The draft of a request that this device could not save stays open until the request is sent.
  for (const { id, createdAt, submittedAt = createdAt } of sentLater) {
    const { drafts, remove } = useDrafts.getState();
    if (drafts.some((draft) => draft.id === id && draft.updatedAt <= submittedAt)) remove(id);
  }
  const pending = entries.filter(isPending);
  // The draft of a request that waits is not counted in addition.
  const drafts = useDrafts.getState().drafts.filter((draft) => !stored.some(({ id }) => id === draft.id));
  useOutbox.setState({
    entries: pending,
    receipts: sortBySentAt(sent.filter(({ owner }) => owner === null)),
    parked: {
      requests: stored.filter(isPending).length - pending.length,
      drafts: hiddenDrafts(drafts, account).length,
    },
  });
  writeMark('waiting', pending.length > 0);
  // Another tab or the worker may be closed while it sends, so this page schedules a drain too.
  const isToBeSent = pending.some(({ state }) => state === 'queued' || state === 'sending');
  if (isToBeSent && timer === undefined) scheduleDrain({ nextDueMs: MAX_DRAIN_INTERVAL_MS });
}

/**
 * Marks a submit whose outcome the user is waiting for: the screen shows it, so it is not announced as well.
 * @returns a function that ends the wait
 */
export function startSubmission(key: string): () => void {
  let end = (): void => undefined;
  const submission = {
    key,
    ended: new Promise<void>((resolve) => {
      end = resolve;
    }),
  };
  activeSubmissions.add(submission);
  return () => {
    activeSubmissions.delete(submission);
    end();
  };
}

/** Resolves when the user waits for no submit on this page. */
export async function waitForSubmissions(): Promise<void> {
  await Promise.all([...activeSubmissions].map(({ ended }) => ended));
}

/** A response replaces the stored delivery only if the server has not confirmed that delivery since. */
function applySentEntry({ quote, sentAt }: SentEntry, owner: string, created: CreatedDeliveryRequest): void {
  // A read returns no checkout URL, and the next refresh must not report that as a change.
  const { checkoutUrl: _, ...delivery } = created;
  const { updatedAt, upsert, setPriceChange } = useDelivery.getState();
  const storedAt = updatedAt[delivery.id];
  if (storedAt === undefined || storedAt < sentAt) upsert(owner, delivery, sentAt);
  const change = priceChange(quote, delivery);
  if (change) setPriceChange(delivery.id, change);
}

/** Queues the entries that waited for this account to log in again. */
export async function requeueFor(account: string): Promise<void> {
  await reportErrors(async () => {
    await updatePendingEntries((entry) =>
      entry.state === 'needsLogin' && entry.owner === account
        ? { ...entry, state: 'queued', attempts: 0, retryDelayMs: 0 }
        : entry,
    );
    broadcast({ kind: 'changed' });
    await drainNow();
  });
}

/** The app also works on a device without IndexedDB, or with one that fails; the error is reported. */
async function reportErrors(operation: () => Promise<void>): Promise<void> {
  try {
    await operation();
  } catch (error) {
    scheduledDrain = undefined;
    writeMark('waiting', false);
    console.warn('The outbox could not be read', error);
  }
}
