import { entries as allEntries, get, update } from 'idb-keyval';
import * as v from 'valibot';
import { PARKED_ENTRY_MS } from '../contract/constants.ts';
import type {
  CreatedDeliveryRequest,
  DeliveryRequestInput,
  GuestReceipt,
} from '../contract/delivery-request.ts';
import { drop, keep, openStore } from './database.ts';
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
const SENT_KEPT_MS = 24 * 3600_000;

// Chrome's default is relaxed durability: "complete" fires before the data is on disk. We say "saved" only after.
const strict = openStore('send-outbox', 'entries', { durability: 'strict' });

/** A record that does not read as an entry: left where it is, because it may be somebody's order. */
function parse(found: unknown): Entry | undefined {
  const parsed = v.safeParse(Entry, found);
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
  let standing: Entry = fresh;
  await update(
    id,
    (found: unknown) => {
      const before = parse(found);
      standing = before === undefined || isReplaceable(before) ? fresh : before;
      return standing;
    },
    strict,
  );
  return standing;
}

/** Nothing of it is at the server, so its text may change under the same key. */
function isReplaceable(entry: Entry): boolean {
  return isPending(entry) && entry.state !== 'sending' && entry.fate !== 'unknown';
}

/** Every readable entry, oldest first. */
export async function readEntries(): Promise<Entry[]> {
  const found = await allEntries<string, unknown>(strict);
  return found
    .flatMap(([, value]) => parse(value) ?? [])
    .sort((a, b) => ('createdAt' in a ? a.createdAt : 0) - ('createdAt' in b ? b.createdAt : 0));
}

export async function readEntry(id: string): Promise<Entry | undefined> {
  return parse(await get<unknown>(id, strict));
}

/** Changes a pending entry in one transaction; an entry that is gone or settled stays so. */
export async function change(id: string, next: (entry: PendingEntry) => Entry): Promise<Entry | undefined> {
  let standing: Entry | undefined;
  await update(
    id,
    (found: unknown) => {
      const before = parse(found);
      standing = before !== undefined && isPending(before) ? next(before) : before;
      return standing ?? found;
    },
    strict,
  );
  return standing;
}

/** The answer takes the entry's place in one transaction, so there is no moment with neither or both. */
export function settle(
  id: string,
  answer: CreatedDeliveryRequest | GuestReceipt,
  now = Date.now(),
): Promise<Entry | undefined> {
  return change(id, ({ owner, intent, createdAt, quote }) => ({
    state: 'sent',
    id,
    owner,
    intent,
    createdAt,
    ...(quote && { quote }),
    answer,
    sentAt: now,
  }));
}

/** The settled answers that `isMine` accepts. They stay for every tab to read, until {@link forgetSent}. */
export async function readSent(isMine: (owner: string | null) => boolean): Promise<SentEntry[]> {
  return (await readEntries()).filter(
    (entry): entry is SentEntry => entry.state === 'sent' && isMine(entry.owner),
  );
}

/** Of settled entries that `isTheirs` names only the keys stay behind. */
export async function forgetSent(isTheirs: (entry: SentEntry) => boolean, now = Date.now()): Promise<void> {
  for (const entry of await readEntries()) {
    if (entry.state !== 'sent' || !isTheirs(entry)) continue;
    await keep(entry.id, { state: 'done', id: entry.id, doneAt: now } satisfies Entry, strict);
  }
}

/** Takes back that a settled entry was forgotten, for whoever still has it. */
export function bringBack(entry: SentEntry): Promise<void> {
  return update(entry.id, (found: unknown) => (parse(found)?.state === 'done' ? entry : found), strict);
}

/**
 * Takes over what the person changed, under the same key. What never reached the server is replaced; an entry
 * of unknown fate is settled as it was first; a delivery that exists by now is edited.
 * @returns the entry as it then stands; undefined or unchanged when there is nothing left to edit
 */
export async function edit(
  id: string,
  intent: Intent,
  request: DeliveryRequestInput,
  quote?: Quote,
): Promise<Entry | undefined> {
  let standing: Entry | undefined;
  await update(
    id,
    (found: unknown) => {
      const before = parse(found);
      standing = before && edited(before, intent, request, quote);
      return standing ?? found;
    },
    strict,
  );
  return standing;
}

function edited(
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
export function withdraw(id: string): Promise<void> {
  return strict(
    'readwrite',
    (store) =>
      new Promise((resolve, reject) => {
        const found = store.get(id);
        found.onsuccess = () => {
          const entry = parse(found.result);
          const mayGo = entry && isPending(entry) && entry.intent.kind !== 'editDeliveryRequest';
          if (mayGo && isReplaceable(entry)) store.delete(id);
        };
        store.transaction.oncomplete = () => resolve();
        store.transaction.onerror = () => reject(store.transaction.error);
        store.transaction.onabort = () => reject(store.transaction.error);
      }),
  );
}

export function discard(id: string): Promise<void> {
  return drop(id, strict);
}

/** Deletes what `isTheirs` names: at sign-out, or when the person says so. */
export async function discardAll(isTheirs: (owner: string | null) => boolean): Promise<void> {
  for (const entry of await readEntries()) {
    if (entry.state !== 'done' && isTheirs(entry.owner)) await discard(entry.id);
  }
}

/** What has been parked, or remembered as done, for thirty days goes; a customer's answers after a day. */
export async function expire(now = Date.now()): Promise<void> {
  await forgetSent((entry) => entry.owner !== null && now - entry.sentAt > SENT_KEPT_MS, now);
  for (const entry of await readEntries()) {
    const isGuestsOwn = entry.state !== 'done' && entry.owner === null;
    const since = entry.state === 'done' ? entry.doneAt : entry.createdAt;
    if (!isGuestsOwn && now - since > PARKED_ENTRY_MS) await discard(entry.id);
  }
}
