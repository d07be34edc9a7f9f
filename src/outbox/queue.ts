import { get, update, values } from 'idb-keyval';
import * as v from 'valibot';
import { UNSENT_RETENTION_MS } from '../contract/constants.ts';
import type {
  CreatedDeliveryRequest,
  DeliveryRequestInput,
  GuestReceipt,
} from '../contract/delivery-request.ts';
import { deleteRecord, putRecord } from './database.ts';
import {
  Entry,
  type Intent,
  isPending,
  newEntry,
  type PendingEntry,
  type Quote,
  type SentEntry,
} from './entry.ts';
import { entryStore } from './entry-store.ts';

/** After this time the delivery list contains the delivery. */
const SENT_RETENTION_MS = 24 * 3600_000;

/** Undefined for a record that is not a valid entry. Such a record is not deleted, because it may be an order. */
function parseEntry(stored: unknown): Entry | undefined {
  const parsed = v.safeParse(Entry, stored);
  return parsed.success ? parsed.output : undefined;
}

/**
 * Writes an entry with strict durability before anything is sent. A key never has two entries: an entry that may
 * have reached the server stays unchanged, except for the time of this submit.
 * @param quote the price that the person saw
 * @returns the stored entry
 * @throws if the device cannot store it; then nothing was saved, and nothing must be sent
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
      if (current === undefined || isReplaceable(current)) result = fresh;
      else result = current.state === 'done' ? current : { ...current, submittedAt: now };
      return result;
    },
    entryStore,
  );
  return result;
}

/** The server has not received the request, so it may change under the same key. */
function isReplaceable(entry: Entry): boolean {
  return isPending(entry) && entry.state !== 'sending' && entry.sendOutcome !== 'unknown';
}

/** Every readable entry, oldest first. */
export async function readEntries(): Promise<Entry[]> {
  const records = await values<unknown>(entryStore);
  return records
    .flatMap((record) => parseEntry(record) ?? [])
    .sort((a, b) => ('createdAt' in a ? a.createdAt : 0) - ('createdAt' in b ? b.createdAt : 0));
}

/** Every readable entry that has not been sent, oldest first. It does not parse the others, which may be many. */
export async function readPendingEntries(): Promise<PendingEntry[]> {
  const records = await values<unknown>(entryStore);
  return records
    .filter((record) => !isSentRecord(record))
    .flatMap((record) => parseEntry(record) ?? [])
    .filter(isPending)
    .sort((a, b) => a.createdAt - b.createdAt);
}

function isSentRecord(record: unknown): boolean {
  if (typeof record !== 'object' || record === null || !('state' in record)) return false;
  return record.state === 'sent' || record.state === 'done';
}

export async function readEntry(id: string): Promise<Entry | undefined> {
  return parseEntry(await get<unknown>(id, entryStore));
}

/** Changes a pending entry in one transaction. A deleted or sent entry does not change. */
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
    entryStore,
  );
  return result;
}

/** Replaces a pending entry by its response in one transaction, so that exactly one of them is always stored. */
export function resolveEntry(
  id: string,
  response: CreatedDeliveryRequest | GuestReceipt,
  now = Date.now(),
): Promise<Entry | undefined> {
  return updateEntry(id, ({ owner, intent, createdAt, submittedAt, quote }) => ({
    state: 'sent',
    id,
    owner,
    intent,
    createdAt,
    submittedAt,
    quote,
    response,
    sentAt: now,
  }));
}

/** Reduces the selected sent entries to their keys. */
export async function purgeSentEntries(
  shouldPurge: (entry: SentEntry) => boolean,
  now = Date.now(),
): Promise<void> {
  for (const entry of await readEntries()) {
    if (entry.state !== 'sent' || !shouldPurge(entry)) continue;
    await putRecord(entry.id, { state: 'done', id: entry.id, doneAt: now } satisfies Entry, entryStore);
  }
}

/** Restores a sent entry that was purged. */
export function restoreSentEntry(entry: SentEntry): Promise<void> {
  return update(
    entry.id,
    (stored: unknown) => (parseEntry(stored)?.state === 'done' ? entry : stored),
    entryStore,
  );
}

/**
 * Applies the person's changes under the same key. A request that never reached the server is replaced. A request
 * whose outcome is unknown is sent unchanged first, and then edited. A delivery that exists is edited.
 * @returns the stored entry; undefined or unchanged if there is nothing left to edit
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
    entryStore,
  );
  return result;
}

function applyEdit(
  entry: Entry,
  intent: Intent,
  request: DeliveryRequestInput,
  quote: Quote | undefined,
): Entry {
  if (entry.state === 'done') return entry;
  const { id, owner, createdAt, submittedAt } = entry;
  const fresh = (changed: Intent): PendingEntry => ({
    ...newEntry(id, owner, changed, createdAt, quote),
    submittedAt,
  });
  if (isReplaceable(entry)) return fresh(intent);
  if (isPending(entry)) {
    return {
      ...entry,
      ...(quote && { quote }),
      state: entry.state === 'sending' ? 'sending' : 'queued',
      changedTo: request,
    };
  }
  if (entry.state === 'sent' && 'pickUpSnapshot' in entry.response) {
    return fresh({ kind: 'editDeliveryRequest', deliveryId: entry.response.id, body: request });
  }
  return entry;
}

/**
 * Removes an entry from the queue so that it can be edited, unless it may have reached the server: then it stays
 * until its outcome is known. The stored entry decides and not the one on the screen, because a drain may have
 * started to send it since.
 */
export function withdrawEntry(id: string): Promise<void> {
  return entryStore(
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
  return deleteRecord(id, entryStore);
}

/** Deletes the entries of the selected owners: at logout, or when the person chooses to. */
export async function deleteEntries(shouldDelete: (owner: string | null) => boolean): Promise<void> {
  for (const entry of await readEntries()) {
    if (entry.state !== 'done' && shouldDelete(entry.owner)) await deleteEntry(entry.id);
  }
}

/** Deletes pending entries of accounts and used keys after 30 days, and the responses of accounts after a day. */
export async function deleteExpiredEntries(now = Date.now()): Promise<void> {
  await purgeSentEntries((entry) => entry.owner !== null && now - entry.sentAt > SENT_RETENTION_MS, now);
  for (const entry of await readEntries()) {
    const isOwnedByGuest = entry.state !== 'done' && entry.owner === null;
    const since = entry.state === 'done' ? entry.doneAt : entry.createdAt;
    if (!isOwnedByGuest && now - since > UNSENT_RETENTION_MS) await deleteEntry(entry.id);
  }
}
