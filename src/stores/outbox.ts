import { create } from 'zustand';
import { combine } from 'zustand/middleware';
import type { PendingEntry, SentEntry } from '../outbox/entry.ts';

type OutboxState = {
  /** Pending entries that the current user may see: those of the guest, and those of the account. */
  entries: PendingEntry[];
  /** How many pending entries and drafts belong to accounts that are not logged in. */
  parked: { requests: number; drafts: number };
  /** What guests have sent from this device, newest first. */
  receipts: SentEntry[];
  /** Receipts that were hidden on this visit and can still be restored. */
  hiddenReceipts: SentEntry[];
  /** What had waited and was sent while the user was in the app, newest first, until they dismiss it. */
  announced: SentEntry[];
};

const EMPTY: OutboxState = {
  entries: [],
  parked: { requests: 0, drafts: 0 },
  receipts: [],
  hiddenReceipts: [],
  announced: [],
};

/** A copy of the outbox for screens. The outbox itself is in IndexedDB and never depends on this store. */
export const useOutbox = create(
  combine(EMPTY, (set) => ({
    announce: (sent: SentEntry[]) => {
      if (sent.length > 0) set(({ announced }) => ({ announced: sortBySentAt([...sent, ...announced]) }));
    },
    reset: () => set(EMPTY),
  })),
);

export function sortBySentAt(receipts: readonly SentEntry[]): SentEntry[] {
  return receipts.toSorted((a, b) => b.sentAt - a.sentAt);
}

/** Whether a request waits until the user corrects it or logs in. */
export function needsUser({ state }: PendingEntry): boolean {
  return state === 'needsAttention' || state === 'needsLogin';
}
