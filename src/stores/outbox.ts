import { create } from 'zustand';
import type { PendingEntry, SentEntry } from '../outbox/entry.ts';

type OutboxState = {
  /** What waits on this device and may be seen by whoever is here now: the guest's, and the account's own. */
  entries: PendingEntry[];
  /** Guest receipts that arrived while this page was open or away, newest first. */
  receipts: SentEntry[];
  setEntries: (entries: PendingEntry[]) => void;
  addReceipts: (receipts: SentEntry[]) => void;
  reset: () => void;
};

/** A view of the outbox for screens; the outbox itself is in IndexedDB and never depends on this. */
export const useOutbox = create<OutboxState>()((set) => ({
  entries: [],
  receipts: [],
  setEntries: (entries) => set({ entries }),
  addReceipts: (added) => set(({ receipts }) => ({ receipts: [...added, ...receipts] })),
  reset: () => set({ entries: [], receipts: [] }),
}));
