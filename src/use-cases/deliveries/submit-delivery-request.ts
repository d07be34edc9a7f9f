import type {
  CreatedDeliveryRequest,
  DeliveryRequestInput,
  GuestReceipt,
  GuestRequestInput,
} from '../../contract/delivery-request.ts';
import { errorMessage } from '../../contract/errors.ts';
import { broadcast } from '../../outbox/channel.ts';
import type { Attention, Entry, Intent, Quote } from '../../outbox/entry.ts';
import { editEntry, enqueue, readEntry } from '../../outbox/queue.ts';
import { useApp } from '../../stores/app.ts';
import { withFreeSpace } from '../../stores/storage-quota.ts';
import { accountOf, useUser } from '../../stores/user.ts';
import { checkHealth } from '../connectivity/check-health.ts';
import { requestBackgroundSync } from '../outbox/background-sync.ts';
import { drainNow, refreshOutboxStore } from '../outbox/outbox.ts';

/**
 * What became of a submit, as far as it is known when the first attempt has ended.
 * - queued: saved on this device, sent by itself later
 * - unsaved: this device could not save it, and nothing was sent
 */
export type SubmitOutcome =
  | { kind: 'created'; delivery: CreatedDeliveryRequest }
  | { kind: 'received'; receipt: GuestReceipt }
  | { kind: 'queued' }
  | { kind: 'needsSignIn' }
  | { kind: 'refused'; sentence: string; errors: { path: string; message: string }[] }
  | { kind: 'alreadySent' }
  | { kind: 'unsaved' };

/**
 * Submits a customer's request under the draft's key: written first, then sent, then settled.
 * @param quote what the person was told it costs, to compare with the server's price
 * @param signal stops waiting for the first attempt; the request stays saved and the outcome is `queued`
 */
export function submitDeliveryRequest(
  key: string,
  body: DeliveryRequestInput,
  quote?: Quote,
  signal?: AbortSignal,
): Promise<SubmitOutcome> {
  const owner = accountOf(useUser.getState().user);
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

function trackSubmission(...request: Parameters<typeof enqueueAndDrain>): Promise<SubmitOutcome> {
  const submitting = enqueueAndDrain(...request).finally(() => activeSubmissions.delete(submitting));
  activeSubmissions.add(submitting);
  return submitting;
}

async function enqueueAndDrain(
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
  const drained = drainNow()
    .then(refreshOutboxStore)
    .then(() => true);
  const hasDrained = await Promise.race([drained, whenAborted(signal), whenUnreachable()]);
  // Nobody waits for its attempt any longer, so it is shown among what waits.
  if (!hasDrained) broadcast({ kind: 'changed' });
  return readEntry(key).then(toSubmitOutcome, () => ({ kind: 'queued' }));
}

/** The person need not wait for a hanging network: the request is saved, and goes out by itself. */
function whenAborted(signal: AbortSignal | undefined): Promise<false> {
  return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(false), { once: true }));
}

/** Nor for everything else that waits to be put off, where nobody is within reach. */
async function whenUnreachable(): Promise<false> {
  const isUnreachable = !useApp.getState().isReachable && !(await checkHealth());
  return isUnreachable ? false : new Promise(() => undefined);
}

function toSentOutcome(response: CreatedDeliveryRequest | GuestReceipt): SubmitOutcome {
  return 'pickUpSnapshot' in response
    ? { kind: 'created', delivery: response }
    : { kind: 'received', receipt: response };
}

function toSubmitOutcome(entry: Entry | undefined): SubmitOutcome {
  if (entry === undefined || entry.state === 'done') return { kind: 'alreadySent' };
  switch (entry.state) {
    case 'sent':
      return toSentOutcome(entry.answer);
    case 'needsSignIn':
      return { kind: 'needsSignIn' };
    case 'needsAttention':
      return { kind: 'refused', ...attentionMessage(entry.attention) };
    default:
      return { kind: 'queued' };
  }
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
