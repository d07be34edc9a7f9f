import { create } from 'zustand';
import type { PendingEntry, SentEntry } from '../outbox/entry.ts';

type OutboxState = {
  /** Pending entries that the current person may see: those of the guest, and those of the account. */
  entries: PendingEntry[];
  /** What guests have sent from this device, newest first. */
  receipts: SentEntry[];
  /** Receipts that were hidden on this visit and can still be restored. */
  hiddenReceipts: SentEntry[];
  /** What had waited and was sent while the person was in the app, newest first, until they dismiss it. */
  announced: SentEntry[];
  setEntries: (entries: PendingEntry[]) => void;
  setReceipts: (receipts: SentEntry[]) => void;
  setHiddenReceipts: (hiddenReceipts: SentEntry[]) => void;
  announce: (sent: SentEntry[]) => void;
  dismissAnnounced: () => void;
  reset: () => void;
};

/** A copy of the outbox for screens. The outbox itself is in IndexedDB and never depends on this store. */
export const useOutbox = create<OutboxState>()((set) => ({
  entries: [],
  receipts: [],
  hiddenReceipts: [],
  announced: [],
  setEntries: (entries) => set({ entries }),
  setReceipts: (receipts) => set({ receipts: sortBySentAt(receipts) }),
  setHiddenReceipts: (hiddenReceipts) => set({ hiddenReceipts }),
  announce: (sent) => {
    if (sent.length > 0) set(({ announced }) => ({ announced: sortBySentAt([...sent, ...announced]) }));
  },
  dismissAnnounced: () => set({ announced: [] }),
  reset: () => set({ entries: [], receipts: [], hiddenReceipts: [], announced: [] }),
}));

export function sortBySentAt(receipts: readonly SentEntry[]): SentEntry[] {
  return receipts.toSorted((a, b) => b.sentAt - a.sentAt);
}
