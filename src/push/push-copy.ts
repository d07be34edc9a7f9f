import { get, update } from 'idb-keyval';
import * as v from 'valibot';
import { workerStore } from '../device/worker-copies.ts';
import { PUSH_COPY_KEY } from './push-record.ts';

/** The subject of a notification: all deliveries of the customer, one of them, or a package by its number. */
const PushSubject = v.variant('kind', [
  v.object({ kind: v.literal('all') }),
  v.object({ kind: v.literal('delivery'), id: v.number() }),
  v.object({ kind: v.literal('parcel'), guid: v.string() }),
]);
export type PushSubject = v.InferOutput<typeof PushSubject>;

/** The notifications that are turned on, and the endpoint that the server knows. The service worker reads it too. */
const PushCopy = v.object({
  endpoint: v.string(),
  publicKey: v.string(),
  subjects: v.array(PushSubject),
});
export type PushCopy = v.InferOutput<typeof PushCopy>;

/** Returns undefined if no notification is turned on, or if the stored data is damaged. */
export async function readPushCopy(): Promise<PushCopy | undefined> {
  return parse(await get(PUSH_COPY_KEY, workerStore));
}

/**
 * Changes the copy in one transaction, because tabs and the worker change it too.
 * @param change receives undefined after a log-out; a copy without subjects is deleted
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
