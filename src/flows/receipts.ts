import type { SentEntry } from '../outbox/entry.ts';
import { bringBack, forgetSent } from '../outbox/queue.ts';
import { say } from '../outbox/signal.ts';
import { newestFirst, useOutbox } from '../stores/outbox.ts';
import { showOutbox } from './outbox.ts';

/** Takes what a guest sent off this device, but for its key: the request itself stays ordered. */
export async function putReceiptAway(receipt: SentEntry): Promise<void> {
  const { putAway, setPutAway } = useOutbox.getState();
  setPutAway([...putAway, receipt]);
  await forgetSent(({ id }) => id === receipt.id);
  await tellAll();
}

export async function bringReceiptBack(receipt: SentEntry): Promise<void> {
  await bringBack(receipt);
  await tellAll();
  const { putAway, setPutAway } = useOutbox.getState();
  setPutAway(putAway.filter(({ id }) => id !== receipt.id));
}

/** From now on what was put away cannot be brought back. */
export function forgetPutAway(): void {
  useOutbox.getState().setPutAway([]);
}

/** Every receipt that has a place on the screen: those put away keep theirs until the page is left. */
export function shownReceipts(receipts: SentEntry[], putAway: SentEntry[]): SentEntry[] {
  const away = new Set(putAway.map(({ id }) => id));
  return newestFirst([...putAway, ...receipts.filter(({ id }) => !away.has(id))]);
}

function tellAll(): Promise<void> {
  say({ kind: 'changed' });
  return showOutbox();
}
