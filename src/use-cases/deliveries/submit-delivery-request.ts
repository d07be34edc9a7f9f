import { OUTBOX_REQUEST_TIMEOUT_MS } from '../../contract/constants.ts';
import type {
  CreatedDeliveryRequest,
  DeliveryRequestInput,
  GuestReceipt,
  GuestRequestInput,
} from '../../contract/delivery-request.ts';
import { errorMessage } from '../../contract/errors.ts';
import { broadcast, onMessage } from '../../outbox/channel.ts';
import type { Attention, Entry, Intent, Quote } from '../../outbox/entry.ts';
import { editEntry, enqueue, readEntry } from '../../outbox/queue.ts';
import { useApp } from '../../stores/app.ts';
import { withFreeSpace } from '../../stores/storage-quota.ts';
import { currentAccount } from '../../stores/user.ts';
import { checkHealth, isReachableNow } from '../connectivity/check-health.ts';
import { requestBackgroundSync } from '../outbox/background-sync.ts';
import { drainNow, refreshOutboxStore, watchSubmit } from '../outbox/outbox.ts';

/**
 * What became of a submit, as far as it is known when the first attempt has ended.
 * - queued: saved on this device, which is offline or behind a captive portal; sent when it is online
 * - sending: saved on this device, which is online; sent again until the server takes it
 * - unsaved: this device could not save it, and nothing was sent
 */
export type SubmitOutcome =
  | { kind: 'created'; delivery: CreatedDeliveryRequest }
  | { kind: 'received'; receipt: GuestReceipt }
  | { kind: 'queued' }
  | { kind: 'sending' }
  | { kind: 'needsSignIn' }
  | { kind: 'refused'; sentence: string; errors: { path: string; message: string }[] }
  | { kind: 'alreadySent' }
  | { kind: 'unsaved' };

/**
 * Submits a customer's request under the draft's key. It is saved on the device before it is sent.
 * @param quote what the person was told it costs, to compare with the server's price
 * @param signal stops waiting for the first attempt; the request stays saved and the outcome is `queued`
 */
export function submitDeliveryRequest(
  key: string,
  body: DeliveryRequestInput,
  quote?: Quote,
  signal?: AbortSignal,
): Promise<SubmitOutcome> {
  const owner = currentAccount();
  if (owner === undefined) return Promise.resolve({ kind: 'needsSignIn' });
  return trackSubmission(key, owner, { kind: 'createDeliveryRequest', body }, quote, signal);
}

/** Submits a visitor's request; `request` is the same parcel before it was packed into the note. */
export function submitGuestDeliveryRequest(
  key: string,
  body: GuestRequestInput,
  request: DeliveryRequestInput,
  quote?: Quote,
  signal?: AbortSignal,
): Promise<SubmitOutcome> {
  return trackSubmission(key, null, { kind: 'submitGuestRequest', body, request }, quote, signal);
}

const activeSubmissions = new Set<Promise<unknown>>();

/** Resolves when no submit of this page is being waited for; never rejects. */
export async function waitForSubmissions(): Promise<void> {
  await Promise.allSettled(activeSubmissions);
}

async function trackSubmission(
  key: string,
  owner: string | null,
  intent: Intent,
  quote?: Quote,
  signal?: AbortSignal,
): Promise<SubmitOutcome> {
  const endWatch = watchSubmit(key);
  const submitting = saveAndSend(key, owner, intent, quote, signal).finally(() => {
    endWatch();
    activeSubmissions.delete(submitting);
  });
  activeSubmissions.add(submitting);
  return submitting;
}

async function saveAndSend(
  key: string,
  owner: string | null,
  intent: Intent,
  quote?: Quote,
  signal?: AbortSignal,
): Promise<SubmitOutcome> {
  try {
    const entry = await withFreeSpace(() => enqueue(key, owner, intent, Date.now(), quote));
    if (entry.state !== 'done' && JSON.stringify(entry.intent) !== JSON.stringify(intent)) {
      // It may have arrived, or has, as it was before: the change follows it.
      await editEntry(
        key,
        intent,
        intent.kind === 'submitGuestRequest' ? intent.request : intent.body,
        quote,
      );
    }
  } catch (error) {
    console.warn('The request could not be saved on this device', error);
    return { kind: 'unsaved' };
  }
  void requestBackgroundSync();
  broadcast({ kind: 'enqueued' });
  const answer = watchAnswer(key);
  const ends = [answer.arrived, whenAborted(signal), whenUnreachable()];
  const startedAt = Date.now();
  let hasEnded = await Promise.race([drainNow().then(() => true), ...ends]);
  if (hasEnded && Date.now() - startedAt >= OUTBOX_REQUEST_TIMEOUT_MS && (await isReachableNow())) {
    // The server has it and is slow, often over its payment page. The next attempt finds what the first one made.
    hasEnded = await Promise.race([...ends, afterAnotherAttempt()]);
  }
  answer.end();
  // The wait is over before the attempt is, so the entry is shown among what waits.
  if (!hasEnded) broadcast({ kind: 'changed' });
  await refreshOutboxStore();
  return readEntry(key).then(toSubmitOutcome, outcomeOfUnread);
}

/** `arrived` resolves as soon as the entry has its response, also while a drain is busy with other entries. */
function watchAnswer(key: string): { arrived: Promise<boolean>; end: () => void } {
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

/** False: the person need not wait for a hanging network. The request is saved, and goes out by itself. */
function whenAborted(signal: AbortSignal | undefined): Promise<false> {
  return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(false), { once: true }));
}

/** False: nobody needs to wait for a network that is known to be lost, unless a health check succeeds within a second. */
async function whenUnreachable(): Promise<false> {
  if (useApp.getState().isReachable) return new Promise(() => undefined);
  void checkHealth();
  return (await isReachableNow()) ? new Promise(() => undefined) : false;
}

async function afterAnotherAttempt(): Promise<false> {
  await new Promise((resolve) => setTimeout(resolve, OUTBOX_REQUEST_TIMEOUT_MS));
  return false;
}

function toSentOutcome(response: CreatedDeliveryRequest | GuestReceipt): SubmitOutcome {
  return 'pickUpSnapshot' in response
    ? { kind: 'created', delivery: response }
    : { kind: 'received', receipt: response };
}

function toSubmitOutcome(entry: Entry | undefined): SubmitOutcome | Promise<SubmitOutcome> {
  if (entry === undefined || entry.state === 'done') return { kind: 'alreadySent' };
  switch (entry.state) {
    case 'sent':
      return toSentOutcome(entry.answer);
    case 'needsSignIn':
      return { kind: 'needsSignIn' };
    case 'needsAttention':
      return { kind: 'refused', ...attentionMessage(entry.attention) };
    default:
      return outcomeOfUnread();
  }
}

/** It is saved. Only without a usable network it will be sent later: otherwise it is being sent. */
async function outcomeOfUnread(): Promise<SubmitOutcome> {
  const isReachable = await isReachableNow();
  return { kind: isReachable && !useApp.getState().needsNetworkSignIn ? 'sending' : 'queued' };
}

/** What an entry that needs attention says to the person. */
export function attentionMessage(attention: Attention): {
  sentence: string;
  errors: { path: string; message: string }[];
} {
  if (attention.kind === 'unsure') {
    return {
      sentence: 'We cannot tell whether this request arrived. Send it again only if you are sure.',
      errors: [],
    };
  }
  const { status, code, errors } = attention;
  return { sentence: errorMessage(status, { title: code ?? '' }), errors };
}
