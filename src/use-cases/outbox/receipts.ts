import { broadcast } from '../../outbox/channel.ts';
import type { SentEntry } from '../../outbox/entry.ts';
import { purgeSentEntries, restoreSentEntry } from '../../outbox/queue.ts';
import { sortBySentAt, useOutbox } from '../../stores/outbox.ts';
import { refreshOutboxStore } from './outbox.ts';

/** Takes what a guest sent off this device, but for its key: the request itself stays ordered. */
export async function hideReceipt(receipt: SentEntry): Promise<void> {
  const { hiddenReceipts, setHiddenReceipts } = useOutbox.getState();
  setHiddenReceipts([...hiddenReceipts, receipt]);
  await purgeSentEntries(({ id }) => id === receipt.id);
  await broadcastChange();
}

export async function restoreReceipt(receipt: SentEntry): Promise<void> {
  await restoreSentEntry(receipt);
  await broadcastChange();
  const { hiddenReceipts, setHiddenReceipts } = useOutbox.getState();
  setHiddenReceipts(hiddenReceipts.filter(({ id }) => id !== receipt.id));
}

/** From now on what was put away cannot be brought back. */
export function clearHiddenReceipts(): void {
  useOutbox.getState().setHiddenReceipts([]);
}

/** Every receipt that has a place on the screen: those put away keep theirs until the page is left. */
export function mergeReceipts(receipts: SentEntry[], hidden: SentEntry[]): SentEntry[] {
  const hiddenIds = new Set(hidden.map(({ id }) => id));
  return sortBySentAt([...hidden, ...receipts.filter(({ id }) => !hiddenIds.has(id))]);
}

function broadcastChange(): Promise<void> {
  broadcast({ kind: 'changed' });
  return refreshOutboxStore();
}
