import { get, update } from 'idb-keyval';
import * as v from 'valibot';
import { PUSH_COPY_KEY, workerStore } from './worker-storage.ts';

/** What a device is notified about: all deliveries of the customer, one of them, or a parcel by its number. */
const PushSubject = v.variant('kind', [
  v.object({ kind: v.literal('all') }),
  v.object({ kind: v.literal('delivery'), id: v.number() }),
  v.object({ kind: v.literal('parcel'), guid: v.string() }),
]);
export type PushSubject = v.InferOutput<typeof PushSubject>;

/** What this device has turned on, with the endpoint that the server knows. The worker cannot read local storage. */
const PushCopy = v.object({
  endpoint: v.string(),
  publicKey: v.string(),
  subjects: v.array(PushSubject),
});
export type PushCopy = v.InferOutput<typeof PushCopy>;

/** Undefined while nothing is on. Data that cannot be read counts as off. */
export async function readPushCopy(): Promise<PushCopy | undefined> {
  return parse(await get(PUSH_COPY_KEY, workerStore));
}

/**
 * Changes the copy in one transaction, because tabs and the worker change it too.
 * @param change gets undefined after a log-out; a copy without subjects is the same as none
 */
export async function updatePushCopy(
  change: (copy: PushCopy | undefined) => PushCopy | undefined,
): Promise<PushCopy | undefined> {
  let changed: PushCopy | undefined;
  await update<unknown>(
    PUSH_COPY_KEY,
    (stored) => {
      const copy = change(parse(stored));
      changed = copy && copy.subjects.length > 0 ? copy : undefined;
      return changed;
    },
    workerStore,
  );
  return changed;
}

export function subjectKey(about: PushSubject): string {
  switch (about.kind) {
    case 'all':
      return 'all';
    case 'delivery':
      return `delivery ${about.id}`;
    case 'parcel':
      return `parcel ${about.guid.toLowerCase()}`;
  }
}

function parse(stored: unknown): PushCopy | undefined {
  const parsed = v.safeParse(PushCopy, stored);
  return parsed.success ? parsed.output : undefined;
}
