import type { CreatedDeliveryRequest } from '../../contract/delivery-request.ts';
import { priceChange } from '../../domain/price-change.ts';
import { broadcast, onMessage } from '../../outbox/channel.ts';
import { type DrainDependencies, type DrainReport, drain } from '../../outbox/drain.ts';
import { isPending, type PendingEntry, type SentEntry } from '../../outbox/entry.ts';
import {
  deleteEntries,
  deleteExpiredEntries,
  purgeSentEntries,
  readEntries,
  updateEntry,
} from '../../outbox/queue.ts';
import { useApp } from '../../stores/app.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { useOutbox } from '../../stores/outbox.ts';
import { accountOf, useUser } from '../../stores/user.ts';
import { checkHealth } from '../connectivity/check-health.ts';
import { waitForConfig } from '../connectivity/load-config.ts';

/** Without Background Sync the queue is looked at this often while something waits. */
const MAX_DRAIN_INTERVAL_MS = 60_000;
const SHORTEST_WAIT_MS = 500;

let timer: ReturnType<typeof setTimeout> | undefined;
/** A drain that has been asked for and has not begun; asking again joins it. */
let scheduledDrain: Promise<void> | undefined;
/** A reading of the outbox that has been asked for and has not begun, and the one before it. */
let nextShow: Promise<void> | undefined;
let lastShow: Promise<void> = Promise.resolve();
/** Keys whose answers this page has in its stores. */
const appliedEntryIds = new Set<string>();
/** Keys of submits whose outcome the person is looking at. */
const submitting = new Set<string>();

/** Starts the page's side of the outbox: shows what waits, and drains on start, online, visible and by timer. */
export function startOutbox(): void {
  onMessage(({ kind }) => {
    if (kind === 'changed') void refreshOutboxStore();
  });
  addEventListener('online', () => void drainNow());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void drainNow();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void drainNow();
  });
  void reportErrors(async () => {
    await deleteExpiredEntries();
    await refreshOutboxStore();
    const account = accountOf(useUser.getState().user);
    // The tab in which somebody signed in may have been closed before it had set everything free.
    if (account === undefined) await drainNow();
    else await requeueFor(account);
  });
}

/** Sends what is due. What is in its back-off stays there, however often and from wherever this is called. */
export function drainNow(): Promise<void> {
  scheduledDrain ??= reportErrors(async () => {
    await waitForConfig();
    scheduledDrain = undefined;
    await drainAndSchedule();
    await refreshOutboxStore();
  });
  return scheduledDrain;
}

const drainDependencies: DrainDependencies = {
  account: () => accountOf(useUser.getState().user),
  supportsIdempotency: () => useApp.getState().config.idempotency,
  isReachable: (mustCheck) => (!mustCheck && useApp.getState().isReachable) || checkHealth(),
};

async function drainAndSchedule(): Promise<void> {
  try {
    scheduleDrain(await drain(drainDependencies));
  } catch (error) {
    // A database that has failed once may answer again, and nothing else might ask it.
    scheduleDrain({ nextDueMs: MAX_DRAIN_INTERVAL_MS });
    throw error;
  }
}

function scheduleDrain({ nextDueMs }: DrainReport): void {
  clearTimeout(timer);
  timer = undefined;
  if (nextDueMs === undefined) return;
  const wait = Math.min(Math.max(nextDueMs, SHORTEST_WAIT_MS), MAX_DRAIN_INTERVAL_MS);
  timer = setTimeout(() => {
    timer = undefined;
    void drainNow();
  }, wait);
}

/**
 * Copies the answers of sent entries into the stores, in every tab, and shows what still waits. A call that comes
 * before the next reading has begun joins it: a hundred entries that change are not read a hundred times.
 */
export function refreshOutboxStore(): Promise<void> {
  nextShow ??= lastShow.then(() => {
    nextShow = undefined;
    return reportErrors(readOutbox);
  });
  lastShow = nextShow;
  return nextShow;
}

async function readOutbox(): Promise<void> {
  const account = accountOf(useUser.getState().user);
  const entries = (await readEntries()).filter(
    (entry): entry is PendingEntry | SentEntry =>
      entry.state !== 'done' && (entry.owner === null || entry.owner === account),
  );
  if (accountOf(useUser.getState().user) !== account) return;
  const sent = entries.filter((entry) => !isPending(entry));
  for (const entry of sent) {
    if (entry.owner === null || appliedEntryIds.has(entry.id)) continue;
    appliedEntryIds.add(entry.id);
    if (isDelivery(entry.answer)) applySentEntry(entry, entry.owner, entry.answer);
  }
  const { entries: before, setEntries, setReceipts, announce } = useOutbox.getState();
  const waited = new Set(before.map(({ id }) => id));
  announce(sent.filter(({ id }) => waited.has(id) && !submitting.has(id)));
  setReceipts(sent.filter(({ owner }) => owner === null));
  const waiting = entries.filter(isPending);
  setEntries(waiting);
  // Another tab or the worker may end while it sends: this page looks after the entry too.
  const isToBeSent = waiting.some(({ state }) => state === 'queued' || state === 'sending');
  if (isToBeSent && timer === undefined) scheduleDrain({ nextDueMs: MAX_DRAIN_INTERVAL_MS });
}

/** The person looks at this submit, so its success is shown there and not announced. @returns ends that */
export function watchSubmit(key: string): () => void {
  submitting.add(key);
  return () => {
    submitting.delete(key);
  };
}

/** The answer was true when it was sent; what the server has said since is truer. */
function applySentEntry({ quote, sentAt }: SentEntry, owner: string, delivery: CreatedDeliveryRequest): void {
  const { updatedAt, upsert, setPriceChange } = useDelivery.getState();
  const storedAt = updatedAt[delivery.id];
  if (storedAt === undefined || storedAt < sentAt) upsert(owner, delivery, sentAt);
  const change = priceChange(quote, delivery);
  if (change) setPriceChange(delivery.id, change);
}

function isDelivery(answer: SentEntry['answer']): answer is CreatedDeliveryRequest {
  return 'pickUpSnapshot' in answer;
}

/** After a sign-in, what waited for this very account may go. */
export async function requeueFor(account: string): Promise<void> {
  await reportErrors(async () => {
    for (const entry of await readEntries()) {
      if (!isPending(entry) || entry.state !== 'needsSignIn' || entry.owner !== account) continue;
      await updateEntry(entry.id, (current) => ({ ...current, state: 'queued', attempts: 0, waitMs: 0 }));
    }
    broadcast({ kind: 'changed' });
    await drainNow();
  });
}

/** Log Out without keeping: nothing of the account waits any longer. */
export function deleteEntriesOf(account: string): Promise<void> {
  return deleteEntries((owner) => owner === account);
}

/** After a sign-out only the keys of what was sent stay, so that nothing is ordered twice. */
export function purgeSentEntriesOf(account: string | undefined): Promise<void> {
  return purgeSentEntries(({ owner }) => owner === account);
}

/** A device without IndexedDB, or one that refuses it, still runs the app; the fault is reported. */
async function reportErrors(operation: () => Promise<void>): Promise<void> {
  try {
    await operation();
  } catch (error) {
    scheduledDrain = undefined;
    console.warn('The outbox could not be read', error);
  }
}
