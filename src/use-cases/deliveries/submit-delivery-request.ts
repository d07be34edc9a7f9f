import { OUTBOX_REQUEST_TIMEOUT_MS } from '../../api/timing.ts';
import type { CreatedDeliveryRequest } from '../../contract/delivery-request.ts';
import { errorMessage, GENERIC_ERROR } from '../../contract/errors.ts';
import { pause } from '../../contract/pause.ts';
import { requestBackgroundSync } from '../../outbox/background-sync.ts';
import { broadcast, onMessage } from '../../outbox/channel.ts';
import { type Attention, type Entry, type Intent, newEntry, type Quote } from '../../outbox/entry.ts';
import {
  editEntry,
  enqueue,
  enqueueUnsaved,
  isSameIntent,
  isSavedOnDevice,
  readEntry,
} from '../../outbox/queue.ts';
import { useApp } from '../../stores/app.ts';
import { beforeReload } from '../../stores/before-reload.ts';
import { markSubmitted } from '../../stores/drafts.ts';
import { useOutbox } from '../../stores/outbox.ts';
import { withFreeSpace } from '../../stores/storage-quota.ts';
import { currentAccount } from '../../stores/user.ts';
import { checkHealth, isReachableNow } from '../connectivity/check-health.ts';
import { drainNow, refreshOutboxStore, startSubmission } from '../outbox/outbox.ts';

/** A guest's request that may have arrived cannot be changed. */
const EARLIER_VERSION_SENT =
  'An earlier version of this request may have reached us already. Contact support to change it.';

/** The message that is shown when a submit fails, and the server's messages about single fields. */
export type Rejection = { message: string; errors: { path: string; message: string }[] };

/**
 * The outcome of a submit, as far as it is known after the first attempt.
 * - queued: saved on this device, which is offline or behind a captive portal; sent after reconnecting
 * - sending: saved on this device, which is online; retried until the server accepts it
 * - unsaved: this device could not save it, and the server has not accepted it yet; this page continues to send it
 */
export type SubmitOutcome =
  | { kind: 'created'; delivery: CreatedDeliveryRequest }
  /** `isSaved`: whether this device has stored the receipt. */
  | { kind: 'received'; isSaved: boolean }
  | { kind: 'queued' }
  | { kind: 'sending' }
  | { kind: 'needsLogin' }
  | ({ kind: 'rejected' } & Rejection)
  | { kind: 'alreadySent' }
  | { kind: 'unsaved' };

/**
 * Submits a request with the draft's key: it is stored first and sent afterwards. A device that cannot store it sends it
 * directly, with the same key for each attempt of this page.
 * @param quote the price that the user saw, to compare with the server's price
 * @param signal stops waiting for the first attempt; the request stays saved and the outcome is `queued` or `sending`
 */
export async function submitDeliveryRequest(
  key: string,
  intent: Intent,
  quote?: Quote,
  signal?: AbortSignal,
): Promise<SubmitOutcome> {
  const owner = intent.kind === 'submitGuestRequest' ? null : currentAccount();
  if (owner === undefined) return { kind: 'needsLogin' };
  const endSubmission = startSubmission(key);
  try {
    const entry = await withFreeSpace(() => enqueue(key, owner, intent, markSubmitted(key), quote));
    if (entry.state !== 'done' && !isSameIntent(entry.intent, intent)) {
      if (owner === null) {
        endSubmission();
        return { kind: 'rejected', message: EARLIER_VERSION_SENT, errors: [] };
      }
      // The server may have received the earlier version, so the change is sent after it.
      await editEntry(key, intent, quote);
    }
  } catch (error) {
    console.warn('The request could not be saved on this device', error);
    enqueueUnsaved(newEntry(key, owner, intent, markSubmitted(key), quote));
    addEventListener('beforeunload', warnOfUnsavedEntries);
  }
  void requestBackgroundSync();
  broadcast({ kind: 'enqueued' });
  return waitForOutcome(key, drainNow(), signal).finally(endSubmission);
}

/** The browser asks before it closes a page with requests that only this page has. */
function warnOfUnsavedEntries(event: BeforeUnloadEvent): void {
  if (hasUnsavedEntries()) event.preventDefault();
}

/** The app itself does not reload such a page before they are sent. */
beforeReload(async () => {
  while (hasUnsavedEntries()) {
    await new Promise<void>((changed) => {
      const end = useOutbox.subscribe(() => changed(end()));
    });
  }
});

function hasUnsavedEntries(): boolean {
  return useOutbox.getState().entries.some(({ id }) => !isSavedOnDevice(id));
}

/** Waits until the entry has a response, the drain has ended, or waiting longer is pointless. */
async function waitForOutcome(
  key: string,
  drained: Promise<void>,
  signal: AbortSignal | undefined,
): Promise<SubmitOutcome> {
  const response = watchResponse(key);
  const ends = [response.arrived, whenAborted(signal), whenUnreachable()];
  const startedAt = Date.now();
  let hasEnded: boolean | undefined = await Promise.race([drained.then(() => true), ...ends]);
  if (hasEnded && Date.now() - startedAt >= OUTBOX_REQUEST_TIMEOUT_MS && (await isReachableNow())) {
    // The server is slow, often because of its payment page. The next attempt finds what the first one created.
    hasEnded = await Promise.race([...ends, pause(OUTBOX_REQUEST_TIMEOUT_MS)]);
  }
  response.end();
  // The wait has ended before the attempt, so the screens show the entry as pending.
  if (!hasEnded) broadcast({ kind: 'changed' });
  await refreshOutboxStore();
  return readEntry(key).then(toSubmitOutcome, pendingOutcome);
}

/** `arrived` resolves as soon as the entry has a response, also while a drain is busy with other entries. */
function watchResponse(key: string): { arrived: Promise<boolean>; end: () => void } {
  let arrive = (_isTrue: boolean): void => undefined;
  const arrived = new Promise<boolean>((resolve) => {
    arrive = resolve;
  });
  const end = onMessage(async ({ kind }) => {
    if (kind !== 'changed') return;
    const entry = await readEntry(key).catch(() => undefined);
    if (entry?.state !== 'queued' && entry?.state !== 'sending') arrive(true);
  });
  return { arrived, end };
}

/** Resolves with false when the user stops waiting. The request is saved and is sent in the background. */
function whenAborted(signal: AbortSignal | undefined): Promise<false> {
  return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(false), { once: true }));
}

/** Resolves with false if the network is known to be lost and no health check succeeds within a second. */
async function whenUnreachable(): Promise<false> {
  if (useApp.getState().isReachable) return new Promise(() => undefined);
  void checkHealth();
  return (await isReachableNow()) ? new Promise(() => undefined) : false;
}

function toSubmitOutcome(entry: Entry | undefined): SubmitOutcome | Promise<SubmitOutcome> {
  if (entry === undefined || entry.state === 'done') return { kind: 'alreadySent' };
  // The account has logged out meanwhile, and whoever uses the page now must not see its delivery.
  if (entry.owner !== null && entry.owner !== currentAccount()) return { kind: 'needsLogin' };
  switch (entry.state) {
    case 'sent':
      return entry.kind === 'customer'
        ? { kind: 'created', delivery: entry.response }
        : { kind: 'received', isSaved: isSavedOnDevice(entry.id) };
    case 'needsLogin':
      return { kind: 'needsLogin' };
    case 'needsAttention':
      return { kind: 'rejected', ...attentionMessage(entry.attention) };
    default:
      return isSavedOnDevice(entry.id) ? pendingOutcome() : { kind: 'unsaved' };
  }
}

/** The outcome of a request that is saved and not sent yet. */
async function pendingOutcome(): Promise<SubmitOutcome> {
  const isReachable = await isReachableNow();
  return { kind: isReachable && !useApp.getState().needsNetworkSignIn ? 'sending' : 'queued' };
}

export function attentionMessage(attention: Attention): Rejection {
  if (attention.kind === 'outcomeUnknown') {
    return {
      message:
        "We can't tell whether this request arrived. Send it again only if you are sure that it didn't.",
      errors: [],
    };
  }
  if (attention.kind === 'tooOld') {
    return {
      message: "We couldn't send it for more than 30 days. Send it now if you still want it, or discard it.",
      errors: [],
    };
  }
  const { status, code, errors } = attention;
  const message = errorMessage(status, { title: code ?? '' });
  return { message: message === GENERIC_ERROR ? rejectionAdvice(status, code) : message, errors };
}

/** What the user can do about a rejection for which the server has no message. */
function rejectionAdvice(status: number, code: string | undefined): string {
  if (status === 413) return 'This request is too large. Shorten the instructions and send it again.';
  if (status === 401 || status === 403) {
    return 'We are not allowed to accept this request. Log in and send it again, or contact support.';
  }
  if (status === 422 && code === 'IDEMPOTENCY_KEY_REUSED') {
    return 'We have already received an earlier version of this request. Discard this one, and change that one instead.';
  }
  return "We couldn't accept this request. Check its details and send it again, or contact support.";
}
