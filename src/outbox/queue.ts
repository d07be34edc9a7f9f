import { entries as allEntries, get, update } from 'idb-keyval';
import * as v from 'valibot';
import { UNSENT_RETENTION_MS } from '../contract/constants.ts';
import type {
  CreatedDeliveryRequest,
  DeliveryRequestInput,
  GuestReceipt,
} from '../contract/delivery-request.ts';
import { deleteRecord, openStore, putRecord } from './database.ts';
import {
  Entry,
  type Intent,
  isPending,
  newEntry,
  type PendingEntry,
  type Quote,
  type SentEntry,
} from './entry.ts';

/** By then the delivery list has the delivery. */
const SENT_RETENTION_MS = 24 * 3600_000;

// Chrome's default is relaxed durability: "complete" fires before the data is on disk. We say "saved" only after.
const strictStore = openStore('send-outbox', 'entries', { durability: 'strict' });

/** A record that does not read as an entry: left where it is, because it may be somebody's order. */
function parseEntry(stored: unknown): Entry | undefined {
  const parsed = v.safeParse(Entry, stored);
  return parsed.success ? parsed.output : undefined;
}

/**
 * Writes an entry with strict durability before anything is sent. The same key again never makes a second
 * entry: an entry that may have left keeps its text.
 * @param quote what the person was told it costs
 * @returns the entry as it now stands
 * @throws when the device cannot store it; then nothing was saved, and nothing must be sent
 */
export async function enqueue(
  id: string,
  owner: string | null,
  intent: Intent,
  now = Date.now(),
  quote?: Quote,
): Promise<Entry> {
  const fresh = newEntry(id, owner, intent, now, quote);
  let result: Entry = fresh;
  await update(
    id,
    (stored: unknown) => {
      const current = parseEntry(stored);
      result = current === undefined || isReplaceable(current) ? fresh : current;
      return result;
    },
    strictStore,
  );
  return result;
}

/** Nothing of it is at the server, so its text may change under the same key. */
function isReplaceable(entry: Entry): boolean {
  return isPending(entry) && entry.state !== 'sending' && entry.fate !== 'unknown';
}

/** Every readable entry, oldest first. */
export async function readEntries(): Promise<Entry[]> {
  const records = await allEntries<string, unknown>(strictStore);
  return records
    .flatMap(([, value]) => parseEntry(value) ?? [])
    .sort((a, b) => ('createdAt' in a ? a.createdAt : 0) - ('createdAt' in b ? b.createdAt : 0));
}

export async function readEntry(id: string): Promise<Entry | undefined> {
  return parseEntry(await get<unknown>(id, strictStore));
}

/** Changes a pending entry in one transaction; an entry that is gone or settled stays so. */
export async function updateEntry(
  id: string,
  transform: (entry: PendingEntry) => Entry,
): Promise<Entry | undefined> {
  let result: Entry | undefined;
  await update(
    id,
    (stored: unknown) => {
      const current = parseEntry(stored);
      result = current !== undefined && isPending(current) ? transform(current) : current;
      return result ?? stored;
    },
    strictStore,
  );
  return result;
}

/** The answer takes the entry's place in one transaction, so there is no moment with neither or both. */
export function resolveEntry(
  id: string,
  response: CreatedDeliveryRequest | GuestReceipt,
  now = Date.now(),
): Promise<Entry | undefined> {
  return updateEntry(id, ({ owner, intent, createdAt, quote }) => ({
    state: 'sent',
    id,
    owner,
    intent,
    createdAt,
    ...(quote && { quote }),
    answer: response,
    sentAt: now,
  }));
}

/** Of settled entries that `isTheirs` names only the keys stay behind. */
export async function purgeSentEntries(
  shouldPurge: (entry: SentEntry) => boolean,
  now = Date.now(),
): Promise<void> {
  for (const entry of await readEntries()) {
    if (entry.state !== 'sent' || !shouldPurge(entry)) continue;
    await putRecord(entry.id, { state: 'done', id: entry.id, doneAt: now } satisfies Entry, strictStore);
  }
}

/** Restores a sent entry that was purged. */
export function restoreSentEntry(entry: SentEntry): Promise<void> {
  return update(
    entry.id,
    (stored: unknown) => (parseEntry(stored)?.state === 'done' ? entry : stored),
    strictStore,
  );
}

/**
 * Takes over what the person changed, under the same key. What never reached the server is replaced; an entry
 * of unknown fate is settled as it was first; a delivery that exists by now is edited.
 * @returns the entry as it then stands; undefined or unchanged when there is nothing left to edit
 */
export async function editEntry(
  id: string,
  intent: Intent,
  request: DeliveryRequestInput,
  quote?: Quote,
): Promise<Entry | undefined> {
  let result: Entry | undefined;
  await update(
    id,
    (stored: unknown) => {
      const current = parseEntry(stored);
      result = current && applyEdit(current, intent, request, quote);
      return result ?? stored;
    },
    strictStore,
  );
  return result;
}

function applyEdit(
  entry: Entry,
  intent: Intent,
  request: DeliveryRequestInput,
  quote: Quote | undefined,
): Entry {
  if (isReplaceable(entry) && isPending(entry))
    return newEntry(entry.id, entry.owner, intent, entry.createdAt, quote);
  if (isPending(entry)) {
    return {
      ...entry,
      ...(quote && { quote }),
      state: entry.state === 'sending' ? 'sending' : 'queued',
      changedTo: request,
    };
  }
  if (entry.state === 'sent' && 'pickUpSnapshot' in entry.answer) {
    const change: Intent = { kind: 'editDeliveryRequest', deliveryId: entry.answer.id, body: request };
    return newEntry(entry.id, entry.owner, change, entry.createdAt, quote);
  }
  return entry;
}

/**
 * Takes an entry out of the queue to be changed, unless it may have left by now: then it stays and is settled first.
 * Decided on what is stored and not on what a screen showed, because a drain may have begun with it since.
 */
export function withdrawEntry(id: string): Promise<void> {
  return strictStore(
    'readwrite',
    (store) =>
      new Promise((resolve, reject) => {
        const found = store.get(id);
        found.onsuccess = () => {
          const entry = parseEntry(found.result);
          const isWithdrawable = entry && isPending(entry) && entry.intent.kind !== 'editDeliveryRequest';
          if (isWithdrawable && isReplaceable(entry)) store.delete(id);
        };
        store.transaction.oncomplete = () => resolve();
        store.transaction.onerror = () => reject(store.transaction.error);
        store.transaction.onabort = () => reject(store.transaction.error);
      }),
  );
}

export function deleteEntry(id: string): Promise<void> {
  return deleteRecord(id, strictStore);
}

/** Deletes what `isTheirs` names: at sign-out, or when the person says so. */
export async function deleteEntries(shouldDelete: (owner: string | null) => boolean): Promise<void> {
  for (const entry of await readEntries()) {
    if (entry.state !== 'done' && shouldDelete(entry.owner)) await deleteEntry(entry.id);
  }
}

/** What has been parked, or remembered as done, for thirty days goes; a customer's answers after a day. */
export async function deleteExpiredEntries(now = Date.now()): Promise<void> {
  await purgeSentEntries((entry) => entry.owner !== null && now - entry.sentAt > SENT_RETENTION_MS, now);
  for (const entry of await readEntries()) {
    const isGuestsOwn = entry.state !== 'done' && entry.owner === null;
    const since = entry.state === 'done' ? entry.doneAt : entry.createdAt;
    if (!isGuestsOwn && now - since > UNSENT_RETENTION_MS) await deleteEntry(entry.id);
  }
}
