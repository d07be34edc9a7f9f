import { get, promisifyRequest, update, values } from 'idb-keyval';
import * as v from 'valibot';
import { deleteRecord } from '../device/database.ts';
import {
  type Accepted,
  Entry,
  Intent,
  isPending,
  newEntry,
  type PendingEntry,
  type Quote,
  requestOfEntry,
  type SentEntry,
} from './entry.ts';
import { entryStore } from './entry-store.ts';

/** How many keys of sent requests a device stores, so that no draft of them is sent again. */
const SENT_KEYS_MAX = 1000;

/** After this time the delivery list contains the delivery. */
const SENT_RETENTION_MS = 24 * 3600_000;

/**
 * Entries that this device could not store. They live as long as this page, and only here. Everything else treats them
 * like stored ones, so that they too are sent exactly once.
 */
const unsavedEntries = new Map<string, Entry>();

/** Whether an entry survives the end of this page. */
export function isSavedOnDevice(id: string): boolean {
  return !unsavedEntries.has(id);
}

/** Undefined for a record that is not a valid entry. Such a record is not deleted, because it may be an order. */
function parseEntry(stored: unknown): Entry | undefined {
  const parsed = v.safeParse(Entry, stored);
  return parsed.success ? parsed.output : undefined;
}

/**
 * Writes an entry with strict durability before anything is sent. A key never has two entries: an entry that may
 * have reached the server stays unchanged, except for the time of this submit.
 * @param quote the price that the user saw
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
  const entry = await changeEntry(id, (current) => {
    if (current === undefined || isReplaceable(current)) return fresh;
    if (current.state === 'done') return current;
    // A guest's change cannot be sent later, so its draft must not count as submitted.
    if (owner === null && !isSameIntent(current.intent, intent)) return current;
    return { ...current, submittedAt: now };
  });
  return entry ?? fresh;
}

/** The device stores the fields in the order of the schema. */
export function isSameIntent(one: Intent, other: Intent): boolean {
  const [text, otherText] = [one, other].map((intent) => JSON.stringify(v.safeParse(Intent, intent).output));
  return text === otherText;
}

/** Adds an entry that this device cannot store. A second submit of the same draft changes nothing. */
export function enqueueUnsaved(entry: PendingEntry): void {
  if (isSavedOnDevice(entry.id)) unsavedEntries.set(entry.id, entry);
}

/**
 * Changes one entry in one transaction. `change` gets undefined if there is no readable entry, and the record stays as
 * it is if it returns undefined. A response that a full device cannot store counts on this page; the next page asks for
 * it again with the same key.
 * @param mustStore whether any other change that the device cannot store is an error
 */
async function changeEntry(
  id: string,
  change: (current: Entry | undefined) => Entry | undefined,
  mustStore = true,
): Promise<Entry | undefined> {
  const unsaved = unsavedEntries.get(id);
  let result: Entry | undefined;
  if (unsaved !== undefined) {
    result = change(unsaved);
    if (result !== undefined) unsavedEntries.set(id, result);
    return result;
  }
  const written = update(
    id,
    (stored: unknown) => {
      result = change(parseEntry(stored));
      return result ?? stored;
    },
    entryStore,
  );
  await written.catch((error: unknown) => {
    if (result?.state === 'sent') unsavedEntries.set(id, result);
    else if (mustStore || result === undefined) throw error;
  });
  return result;
}

/** The server has not received the request, so it may change under the same key. */
function isReplaceable(entry: Entry): boolean {
  return isPending(entry) && entry.state !== 'sending' && entry.sendOutcome !== 'unknown';
}

/** Every readable entry, oldest first. */
export async function readEntries(): Promise<Entry[]> {
  const entries = await readRecords(() => true);
  return entries.sort((a, b) => ('createdAt' in a ? a.createdAt : 0) - ('createdAt' in b ? b.createdAt : 0));
}

/** Every readable entry that has not been sent, oldest first. It does not parse the others, which may be many. */
export async function readPendingEntries(): Promise<PendingEntry[]> {
  const entries = await readRecords((record) => !isSentRecord(record));
  return entries.filter(isPending).sort((a, b) => a.createdAt - b.createdAt);
}

async function readRecords(shouldParse: (record: unknown) => boolean): Promise<Entry[]> {
  const records = await orNothingIfUnsaved(values<unknown>(entryStore));
  const stored = (records ?? []).filter(shouldParse).flatMap((record) => parseEntry(record) ?? []);
  return [...stored.filter(({ id }) => isSavedOnDevice(id)), ...unsavedEntries.values()];
}

/** A device that could not store an entry may not be able to read any either, and the unsaved ones are sent even so. */
function orNothingIfUnsaved<T>(access: Promise<T>): Promise<T | undefined> {
  return unsavedEntries.size === 0 ? access : access.catch(() => undefined);
}

function isSentRecord(record: unknown): boolean {
  if (typeof record !== 'object' || record === null || !('state' in record)) return false;
  return record.state === 'sent' || record.state === 'done';
}

export async function readEntry(id: string): Promise<Entry | undefined> {
  return unsavedEntries.get(id) ?? parseEntry(await get<unknown>(id, entryStore));
}

/** Changes a pending entry in one transaction. A deleted or sent entry does not change. */
export function updateEntry(
  id: string,
  transform: (entry: PendingEntry) => Entry,
  mustStore = true,
): Promise<Entry | undefined> {
  const change = (current: Entry | undefined) =>
    current && isPending(current) ? transform(current) : current;
  return changeEntry(id, change, mustStore);
}

/** Changes all pending entries in one transaction. `transform` returns an entry that stays as it is. */
export async function updatePendingEntries(transform: (entry: PendingEntry) => Entry): Promise<void> {
  for (const [id, entry] of unsavedEntries) {
    if (isPending(entry)) unsavedEntries.set(id, transform(entry));
  }
  const changes = entryStore('readwrite', (store) => {
    const records = store.openCursor();
    records.onsuccess = () => {
      const cursor = records.result;
      if (cursor === null) return;
      const entry = parseEntry(cursor.value);
      const changed = entry && isPending(entry) ? transform(entry) : entry;
      if (changed !== entry) cursor.update(changed);
      cursor.continue();
    };
    return promisifyRequest(store.transaction);
  });
  await orNothingIfUnsaved(changes);
}

/**
 * Replaces a pending entry by its response in one transaction, so that exactly one of them is always stored. Changes
 * that the user made while it was being sent become an edit of the delivery.
 */
export function resolveEntry(id: string, accepted: Accepted, now = Date.now()): Promise<Entry | undefined> {
  return updateEntry(id, ({ owner, intent, createdAt, submittedAt, quote, changedTo }) => {
    if (changedTo !== undefined && accepted.kind === 'customer') {
      const deliveryId = accepted.response.id;
      const edit = { kind: 'editDeliveryRequest', deliveryId, body: changedTo } as const;
      return newEntry(id, owner, edit, createdAt, quote);
    }
    return { state: 'sent', id, owner, intent, createdAt, submittedAt, quote, sentAt: now, ...accepted };
  });
}

/** Reduces the selected sent entries to their keys, or deletes them on a device that is too full to store the key. */
export async function purgeSentEntries(
  shouldPurge: (entry: SentEntry) => boolean,
  now = Date.now(),
): Promise<void> {
  for (const entry of await readEntries()) {
    if (entry.state !== 'sent' || !shouldPurge(entry)) continue;
    const written = changeEntry(entry.id, () => ({ state: 'done', id: entry.id, doneAt: now }));
    await written.catch(() => deleteEntry(entry.id));
  }
}

export async function restoreSentEntry(entry: SentEntry): Promise<void> {
  await changeEntry(entry.id, (current) => (current?.state === 'done' ? entry : current));
}

/**
 * Applies the user's changes under the same key. A request that never reached the server is replaced. A request
 * whose outcome is unknown is sent unchanged first, and then edited. A delivery that exists is edited.
 * @returns the stored entry; undefined or unchanged if there is nothing left to edit
 */
export function editEntry(id: string, intent: Intent, quote?: Quote): Promise<Entry | undefined> {
  return changeEntry(id, (current) => current && applyEdit(current, intent, quote));
}

function applyEdit(entry: Entry, intent: Intent, quote: Quote | undefined): Entry {
  if (entry.state === 'done') return entry;
  const request = requestOfEntry({ intent });
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
  if (entry.kind === 'customer') {
    return fresh({ kind: 'editDeliveryRequest', deliveryId: entry.response.id, body: request });
  }
  return entry;
}

/**
 * Removes an entry from the queue so that it can be edited, unless it may have reached the server: then it stays
 * until its outcome is known. The stored entry decides and not the one on the screen, because a drain may have
 * started to send it since.
 */
export async function withdrawEntry(id: string): Promise<void> {
  const unsaved = unsavedEntries.get(id);
  if (unsaved !== undefined) {
    if (isWithdrawable(unsaved)) unsavedEntries.delete(id);
    return;
  }
  await entryStore('readwrite', (store) => {
    const found = store.get(id);
    found.onsuccess = () => {
      const entry = parseEntry(found.result);
      if (entry && isWithdrawable(entry)) store.delete(id);
    };
    return promisifyRequest(store.transaction);
  });
}

function isWithdrawable(entry: Entry): boolean {
  return isPending(entry) && entry.intent.kind !== 'editDeliveryRequest' && isReplaceable(entry);
}

export async function deleteEntry(id: string): Promise<void> {
  const wasUnsaved = unsavedEntries.delete(id);
  await deleteRecord(id, entryStore).catch((error: unknown) => {
    if (!wasUnsaved) throw error;
  });
}

/** Deletes the entries of the selected owners: at logout, or when the user chooses to. */
export async function deleteEntries(shouldDelete: (owner: string | null) => boolean): Promise<void> {
  for (const entry of await readEntries()) {
    if (entry.state !== 'done' && shouldDelete(entry.owner)) await deleteEntry(entry.id);
  }
}

/**
 * Deletes the responses of accounts after a day, and all but the newest keys of sent requests. Nothing that still waits
 * is ever deleted: a clock that is wrong once must not cost an order. (REL-25)
 */
export async function purgeOldResponses(now = Date.now()): Promise<void> {
  await purgeSentEntries((entry) => entry.owner !== null && now - entry.sentAt > SENT_RETENTION_MS, now);
  const keys = (await readEntries()).filter((entry) => entry.state === 'done');
  const oldest = keys.toSorted((a, b) => b.doneAt - a.doneAt).slice(SENT_KEYS_MAX);
  for (const { id } of oldest) await deleteEntry(id);
}
