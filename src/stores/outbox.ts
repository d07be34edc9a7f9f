import { create } from 'zustand';
import type { PendingEntry, SentEntry } from '../outbox/entry.ts';

type OutboxState = {
  /** What waits on this device and may be seen by whoever is here now: the guest's, and the account's own. */
  entries: PendingEntry[];
  /** What a guest of this device has sent, newest first. */
  receipts: SentEntry[];
  /** Receipts that were put away on this visit, and can still be brought back. */
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

/** A view of the outbox for screens; the outbox itself is in IndexedDB and never depends on this. */
export const useOutbox = create<OutboxState>()((set) => ({
  entries: [],
  receipts: [],
  hiddenReceipts: [],
  announced: [],
  setEntries: (entries) => set({ entries }),
  setReceipts: (receipts) => set({ receipts: sortBySentAt(receipts) }),
  setHiddenReceipts: (putAway) => set({ hiddenReceipts: putAway }),
  announce: (sent) => {
    if (sent.length > 0) set(({ announced }) => ({ announced: sortBySentAt([...sent, ...announced]) }));
  },
  dismissAnnounced: () => set({ announced: [] }),
  reset: () => set({ entries: [], receipts: [], hiddenReceipts: [], announced: [] }),
}));

export function sortBySentAt(receipts: readonly SentEntry[]): SentEntry[] {
  return receipts.toSorted((a, b) => b.sentAt - a.sentAt);
}
