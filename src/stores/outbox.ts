import { create } from 'zustand';
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
  setEntries: (entries: PendingEntry[]) => void;
  setParked: (parked: OutboxState['parked']) => void;
  setReceipts: (receipts: SentEntry[]) => void;
  setHiddenReceipts: (hiddenReceipts: SentEntry[]) => void;
  announce: (sent: SentEntry[]) => void;
  dismissAnnounced: () => void;
  reset: () => void;
};

const NOTHING_PARKED = { requests: 0, drafts: 0 };

/** A copy of the outbox for screens. The outbox itself is in IndexedDB and never depends on this store. */
export const useOutbox = create<OutboxState>()((set) => ({
  entries: [],
  parked: NOTHING_PARKED,
  receipts: [],
  hiddenReceipts: [],
  announced: [],
  setEntries: (entries) => set({ entries }),
  setParked: (parked) => set({ parked }),
  setReceipts: (receipts) => set({ receipts: sortBySentAt(receipts) }),
  setHiddenReceipts: (hiddenReceipts) => set({ hiddenReceipts }),
  announce: (sent) => {
    if (sent.length > 0) set(({ announced }) => ({ announced: sortBySentAt([...sent, ...announced]) }));
  },
  dismissAnnounced: () => set({ announced: [] }),
  reset: () => set({ entries: [], parked: NOTHING_PARKED, receipts: [], hiddenReceipts: [], announced: [] }),
}));

export function sortBySentAt(receipts: readonly SentEntry[]): SentEntry[] {
  return receipts.toSorted((a, b) => b.sentAt - a.sentAt);
}
