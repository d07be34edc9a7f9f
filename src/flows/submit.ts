import type {
  CreatedDeliveryRequest,
  DeliveryRequestInput,
  GuestReceipt,
  GuestRequestInput,
} from '../contract/delivery-request.ts';
import { errorSentence } from '../contract/errors.ts';
import type { Attention, Entry, Intent, Quote } from '../outbox/entry.ts';
import { edit, enqueue, readEntry } from '../outbox/queue.ts';
import { say } from '../outbox/signal.ts';
import { useApp } from '../stores/app.ts';
import { withRoom } from '../stores/room.ts';
import { accountOf, useUser } from '../stores/user.ts';
import { requestBackgroundSync } from './background-sync.ts';
import { drainNow, showOutbox } from './outbox.ts';
import { probe } from './probe.ts';

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
  return submit(key, owner, { kind: 'createDeliveryRequest', body }, quote, signal);
}

/** Submits a visitor's request; `request` is the same parcel before it was packed into the note. */
export function submitGuestRequest(
  key: string,
  body: GuestRequestInput,
  request: DeliveryRequestInput,
  quote?: Quote,
  signal?: AbortSignal,
): Promise<SubmitOutcome> {
  return submit(key, null, { kind: 'submitGuestRequest', body, request }, quote, signal);
}

const underWay = new Set<Promise<unknown>>();

/** Resolves when no submit of this page is being waited for; never rejects. */
export async function submitsEnded(): Promise<void> {
  await Promise.allSettled(underWay);
}

function submit(...request: Parameters<typeof attemptNow>): Promise<SubmitOutcome> {
  const submitting = attemptNow(...request).finally(() => underWay.delete(submitting));
  underWay.add(submitting);
  return submitting;
}

async function attemptNow(
  key: string,
  owner: string | null,
  intent: Intent,
  quote?: Quote,
  signal?: AbortSignal,
): Promise<SubmitOutcome> {
  try {
    const entry = await withRoom(() => enqueue(key, owner, intent, Date.now(), quote));
    if (entry.state !== 'done' && JSON.stringify(entry.intent) !== JSON.stringify(intent)) {
      // It may have arrived, or has, as it was before: the change follows it.
      await edit(key, intent, intent.kind === 'submitGuestRequest' ? intent.request : intent.body, quote);
    }
  } catch (error) {
    console.warn('The request could not be saved on this device', error);
    return { kind: 'unsaved' };
  }
  void requestBackgroundSync();
  const attempted = drainNow()
    .then(showOutbox)
    .then(() => true);
  const wasAttempted = await Promise.race([attempted, whenAborted(signal), whenAway()]);
  // Nobody waits for its attempt any longer, so it is shown among what waits.
  if (!wasAttempted) say({ kind: 'changed' });
  return readEntry(key).then(outcomeOf, () => ({ kind: 'queued' }));
}

/** The person need not wait for a hanging network: the request is saved, and goes out by itself. */
function whenAborted(signal: AbortSignal | undefined): Promise<false> {
  return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(false), { once: true }));
}

/** Nor for everything else that waits to be put off, where nobody is within reach. */
async function whenAway(): Promise<false> {
  const isAway = !useApp.getState().isReachable && !(await probe());
  return isAway ? false : new Promise(() => undefined);
}

function sentOutcome(answer: CreatedDeliveryRequest | GuestReceipt): SubmitOutcome {
  return 'pickUpSnapshot' in answer
    ? { kind: 'created', delivery: answer }
    : { kind: 'received', receipt: answer };
}

function outcomeOf(entry: Entry | undefined): SubmitOutcome {
  if (entry === undefined || entry.state === 'done') return { kind: 'alreadySent' };
  switch (entry.state) {
    case 'sent':
      return sentOutcome(entry.answer);
    case 'needsSignIn':
      return { kind: 'needsSignIn' };
    case 'needsAttention':
      return { kind: 'refused', ...attentionWords(entry.attention) };
    default:
      return { kind: 'queued' };
  }
}

/** What an entry that needs attention says to the person. */
export function attentionWords(attention: Attention): {
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
  return { sentence: errorSentence(status, { title: code ?? '' }), errors };
}
