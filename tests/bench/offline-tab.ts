import * as v from 'valibot';
import { LoggedInUser } from '../../src/contract/user.ts';
import { DEFAULT_FIELDS } from '../../src/domain/draft-defaults.ts';
import { toDeliveryRequestInput, toGuestRequest } from '../../src/domain/request-payload.ts';
import { requestBackgroundSync } from '../../src/outbox/background-sync.ts';
import type { Intent } from '../../src/outbox/entry.ts';
import { enqueue, readPendingEntries } from '../../src/outbox/queue.ts';

/** A request of the bench. Its drop-off is unique, so that its orders at the server can be counted. */
export type BenchRequest = { key: string; isGuests: boolean; pickUp: string; dropOff: string };

/** The state of the queue on this device: how many wait, and why some need the user. */
export type QueueState = { waiting: number; parked: number; refused: string[]; isLoggedIn: boolean };

/** The text that shows that the tracking page is usable. */
const ACCEPTED = 'Accepted';

declare global {
  var sendBench: typeof bench;
  /** Reports to the bench that this key is on disk. */
  function sendSaved(key: string, milliseconds: number): Promise<void>;
}

/**
 * Runs in a tab of the built app, beside the app. It does what a submission does until the request is saved, with the
 * app's own modules. The app then sends the request, because it gets the same message as from another tab.
 */
const bench = {
  /** Rejects at the first request that cannot be saved, and ends early when the session is over. */
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

  /** The app sends what is due, as it does when the browser reports a network. */
  retry(): void {
    dispatchEvent(new Event('online'));
  },

  async standing(): Promise<QueueState> {
    const pending = await readPendingEntries();
    return {
      waiting: pending.length,
      parked: pending.filter(({ state }) => state === 'needsLogin').length,
      refused: pending.flatMap((entry) =>
        entry.state === 'needsAttention' ? JSON.stringify(entry.attention) : [],
      ),
      isLoggedIn: account() !== undefined,
    };
  },

  /** Milliseconds from the start of the navigation until the tracking page shows where the parcel is. */
  untilTracked:
    location.pathname === '/tracking' ? waitForText(ACCEPTED).then(() => performance.now()) : undefined,

  /** Milliseconds from the next click on a button with this name until the page shows this sentence. */
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

/** Resolves when the page shows this text. */
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
  const stored = v.safeParse(LoggedInUser, JSON.parse(localStorage.getItem('user') ?? 'null'));
  return stored.success ? stored.output.email.toLowerCase() : undefined;
}

globalThis.sendBench = bench;
