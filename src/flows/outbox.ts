import type { CreatedDeliveryRequest } from '../contract/delivery-request.ts';
import { priceChange } from '../domain/quote.ts';
import { type DrainReport, drain } from '../outbox/drain.ts';
import { isPending, type PendingEntry, type SentEntry } from '../outbox/entry.ts';
import { change, discardAll, expire, forgetSent, readEntries, readSent } from '../outbox/queue.ts';
import { listen, say } from '../outbox/signal.ts';
import { useApp } from '../stores/app.ts';
import { useDelivery } from '../stores/delivery.ts';
import { useOutbox } from '../stores/outbox.ts';
import { accountOf, useUser } from '../stores/user.ts';
import { probe } from './probe.ts';
import { readyForCalls } from './surroundings.ts';

/** Without Background Sync the queue is tried at least this often while something waits. */
const LONGEST_WAIT_MS = 60_000;

let timer: ReturnType<typeof setTimeout> | undefined;
/** A drain that has been asked for and has not begun; asking again joins it. */
let next: Promise<void> | undefined;
/** Keys whose answers this page has in its stores. */
const takenOver = new Set<string>();

/** Starts the page's side of the outbox: shows what waits, and drains on start, online, visible and by timer. */
export function startOutbox(): void {
  listen((signal) => {
    if (signal.kind === 'wake') void drainNow();
    else void showOutbox();
  });
  addEventListener('online', () => void drainNow());
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void drainNow();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') void drainNow();
  });
  void guarded(async () => {
    await expire();
    await showOutbox();
    const account = accountOf(useUser.getState().user);
    // The tab in which somebody signed in may have been closed before it had set everything free.
    if (account === undefined) await drainNow();
    else await requeueFor(account);
  });
}

/** Tries everything that waits, now, forgetting back-off waits but not a server's Retry-After. */
export function drainNow(): Promise<void> {
  next ??= guarded(async () => {
    await readyForCalls();
    next = undefined;
    await drainAndPlan(true);
    await showOutbox();
  });
  return next;
}

const world = {
  account: () => accountOf(useUser.getState().user),
  honours: () => useApp.getState().config.idempotency,
  isReachable: () => useApp.getState().isReachable || probe(),
};

async function drainAndPlan(shouldForget: boolean): Promise<void> {
  try {
    plan(await drain(world, shouldForget));
  } catch (error) {
    // A database that has failed once may answer again, and nothing else might ask it.
    plan({ nextDueMs: LONGEST_WAIT_MS });
    throw error;
  }
}

function plan({ nextDueMs }: DrainReport): void {
  clearTimeout(timer);
  timer = undefined;
  if (nextDueMs === undefined) return;
  timer = setTimeout(
    () => {
      timer = undefined;
      void guarded(async () => {
        await drainAndPlan(false);
        await showOutbox();
      });
    },
    Math.min(Math.max(nextDueMs, 500), LONGEST_WAIT_MS),
  );
}

/** Takes settled answers over into the stores, in every tab, and shows what still waits. */
export function showOutbox(): Promise<void> {
  return guarded(async () => {
    const account = accountOf(useUser.getState().user);
    const isMine = (owner: string | null) => owner === null || owner === account;
    const sent = await readSent(isMine);
    if (accountOf(useUser.getState().user) !== account) return;
    for (const entry of sent) {
      if (entry.owner === null || takenOver.has(entry.id)) continue;
      takenOver.add(entry.id);
      if (isDelivery(entry.answer)) takeOver(entry, entry.owner, entry.answer);
    }
    useOutbox.getState().setReceipts(sent.filter(({ owner }) => owner === null));
    const waiting = (await readEntries()).filter(
      (entry): entry is PendingEntry => isPending(entry) && isMine(entry.owner),
    );
    useOutbox.getState().setEntries(waiting);
    // Whoever is sending, another tab or the worker, may end in the middle of it: this page looks after it too.
    const isToBeSent = waiting.some(({ state }) => state === 'queued' || state === 'sending');
    if (isToBeSent && timer === undefined) plan({ nextDueMs: LONGEST_WAIT_MS });
  });
}

/** The answer was true when it was sent; what the server has said since is truer. */
function takeOver({ quote, sentAt }: SentEntry, owner: string, delivery: CreatedDeliveryRequest): void {
  const { updatedAt, upsert, notePrice } = useDelivery.getState();
  const knownAt = updatedAt[delivery.id];
  if (knownAt === undefined || knownAt < sentAt) upsert(owner, delivery, sentAt);
  const change = priceChange(quote, delivery);
  if (change) notePrice(delivery.id, change);
}

function isDelivery(answer: SentEntry['answer']): answer is CreatedDeliveryRequest {
  return 'pickUpSnapshot' in answer;
}

/** After a sign-in, what waited for this very account may go. */
export async function requeueFor(account: string): Promise<void> {
  await guarded(async () => {
    for (const entry of await readEntries()) {
      if (!isPending(entry) || entry.state !== 'needsSignIn' || entry.owner !== account) continue;
      await change(entry.id, (standing) => ({ ...standing, state: 'queued', attempts: 0, waitMs: 0 }));
    }
    say({ kind: 'changed' });
    await drainNow();
  });
}

/** Log Out without keeping: nothing of the account waits any longer. */
export function discardUnsentOf(account: string): Promise<void> {
  return discardAll((owner) => owner === account);
}

/** After a sign-out only the keys of what was sent stay, so that nothing is ordered twice. */
export function forgetAnswersOf(account: string | undefined): Promise<void> {
  return forgetSent(({ owner }) => owner === account);
}

/** A device without IndexedDB, or one that refuses it, still runs the app; the fault is reported. */
async function guarded(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    next = undefined;
    console.warn('The outbox could not be read', error);
  }
}
