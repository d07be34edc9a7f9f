import * as v from 'valibot';
import { SignedInUser } from '../../src/contract/user.ts';
import { DEFAULT_FIELDS } from '../../src/domain/draft.ts';
import { toDeliveryRequestInput, toGuestRequest } from '../../src/domain/request-payload.ts';
import { broadcast } from '../../src/outbox/channel.ts';
import { type Intent, isPending } from '../../src/outbox/entry.ts';
import { enqueue, readEntries } from '../../src/outbox/queue.ts';
import { requestBackgroundSync } from '../../src/use-cases/outbox/background-sync.ts';

/** A request of the bench. Its drop-off has words that no other has, by which it is counted at the server. */
export type BenchRequest = { key: string; isGuests: boolean; pickUp: string; dropOff: string };

/** What stands on this device: how many wait, and what the ones that wait for a person wait for. */
export type QueueState = { waiting: number; parked: number; refused: string[]; isSignedIn: boolean };

/** What makes the tracking page of the bench's parcel useful. */
const ACCEPTED = 'Accepted';

declare global {
  var sendBench: typeof bench;
  /** Says to the bench that this key is on disk. */
  function sendSaved(key: string, milliseconds: number): Promise<void>;
}

/**
 * Runs in a tab of the built app, beside the app. It does what a submit does up to the moment when the request is
 * saved, with the app's own modules; the app itself then sends it, for it is told as one tab tells another.
 */
const bench = {
  /** Rejects at the first one that cannot be saved; ends early where nobody is signed in any longer. */
  async submit(list: readonly BenchRequest[]): Promise<void> {
    for (const request of list) {
      const owner = request.isGuests ? null : account();
      if (owner === undefined) break;
      const started = performance.now();
      await enqueueRequest(request, owner);
      await sendSaved(request.key, performance.now() - started);
    }
    void requestBackgroundSync();
    bench.retry();
  },

  /** What waits is tried now, by the app. */
  retry(): void {
    broadcast({ kind: 'wake' });
  },

  async standing(): Promise<QueueState> {
    const pending = (await readEntries()).filter(isPending);
    return {
      waiting: pending.length,
      parked: pending.filter(({ state }) => state === 'needsSignIn').length,
      refused: pending.flatMap((entry) =>
        entry.state === 'needsAttention' ? JSON.stringify(entry.attention) : [],
      ),
      isSignedIn: account() !== undefined,
    };
  },

  /** Milliseconds from the start of the navigation until a tracking page says where its parcel is. */
  untilTracked:
    location.pathname === '/tracking' ? waitForText(ACCEPTED).then(() => performance.now()) : undefined,

  /** Milliseconds from the next press of a button with this name until the page says this sentence. */
  fromPressTo(button: string, sentence: string): Promise<number> {
    return new Promise((resolve) => {
      const pressed = (event: Event) => {
        const target = event.target instanceof Element ? event.target.closest('button') : null;
        if (target?.textContent !== button) return;
        removeEventListener('click', pressed, true);
        const started = performance.now();
        void waitForText(sentence).then(() => resolve(performance.now() - started));
      };
      addEventListener('click', pressed, true);
    });
  },
};

/** Resolves when the page says these words. */
function waitForText(words: string): Promise<void> {
  return new Promise((resolve) => {
    const look = () => document.body?.textContent.includes(words) ?? false;
    if (look()) return resolve();
    const watch = new MutationObserver(() => {
      if (!look()) return;
      watch.disconnect();
      resolve();
    });
    watch.observe(document, { childList: true, subtree: true, characterData: true });
  });
}

async function enqueueRequest({ key, pickUp, dropOff }: BenchRequest, owner: string | null): Promise<void> {
  const request = toDeliveryRequestInput({
    ...DEFAULT_FIELDS,
    pickUp: { name: pickUp, chosen: undefined },
    dropOff: { name: dropOff, chosen: undefined },
  });
  if (request === undefined) throw new Error('The bench wrote an incomplete request');
  const guest = { firstName: 'Ciarán', lastName: 'Byrne', email: '', phone: '' };
  const intent: Intent =
    owner === null
      ? { kind: 'submitGuestRequest', body: toGuestRequest(request, { guest }), request }
      : { kind: 'createDeliveryRequest', body: request };
  await enqueue(key, owner, intent);
}

function account(): string | undefined {
  const stored = v.safeParse(SignedInUser, JSON.parse(localStorage.getItem('user') ?? 'null'));
  return stored.success ? stored.output.email.toLowerCase() : undefined;
}

globalThis.sendBench = bench;
