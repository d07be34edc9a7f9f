import { broadcast } from '../../outbox/channel.ts';
import type { SentEntry } from '../../outbox/entry.ts';
import { purgeSentEntries, restoreSentEntry } from '../../outbox/queue.ts';
import { sortBySentAt, useOutbox } from '../../stores/outbox.ts';
import { refreshOutboxStore } from './outbox.ts';

/** Deletes a guest's receipt from this device, except for its key. The request itself stays ordered. */
export async function hideReceipt(receipt: SentEntry): Promise<void> {
  useOutbox.setState(({ hiddenReceipts }) => ({ hiddenReceipts: [...hiddenReceipts, receipt] }));
  await purgeSentEntries(({ id }) => id === receipt.id);
  await broadcastChange();
}

export async function restoreReceipt(receipt: SentEntry): Promise<void> {
  await restoreSentEntry(receipt);
  await broadcastChange();
  useOutbox.setState(({ hiddenReceipts }) => ({
    hiddenReceipts: hiddenReceipts.filter(({ id }) => id !== receipt.id),
  }));
}

/** Every receipt to show. A hidden receipt keeps its place, with an Undo button, until the user leaves the page. */
export function mergeReceipts(receipts: SentEntry[], hidden: SentEntry[]): SentEntry[] {
  const hiddenIds = new Set(hidden.map(({ id }) => id));
  return sortBySentAt([...hidden, ...receipts.filter(({ id }) => !hiddenIds.has(id))]);
}

function broadcastChange(): Promise<void> {
  broadcast({ kind: 'changed' });
  return refreshOutboxStore();
}
