import type { PushMessage } from './push.ts';
import { describeSlot } from './slot-text.ts';
import { type DisplayStatus, FINAL_STATUSES, STATUS_WORDS } from './status.ts';

/** What can still arrive. */
const MOVING: readonly DisplayStatus[] = ['accepted', 'scheduled', 'inTransit', 'servicing', 'issue'];
/** The statuses that a message names; any other one is only news. */
const NAMED: readonly DisplayStatus[] = [...MOVING, ...FINAL_STATUSES];
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** "Out for delivery: arrives 2 to 4 PM". The days are those of this device. */
export function describePush(
  { status, day, slot }: Omit<PushMessage, 'guid' | 'isCustomers'>,
  now: Date,
): string {
  const daysLeft = daysUntil(day, now);
  const isOut = status === 'inTransit' && daysLeft === 0;
  const title = isOut ? 'Out for delivery' : titleOf(status);
  const arrival = MOVING.includes(status) ? describeArrival(daysLeft, slot, now) : undefined;
  return arrival === undefined ? title : `${title}: ${arrival}`;
}

function titleOf(status: DisplayStatus): string {
  const words = NAMED.includes(status) ? STATUS_WORDS[status] : 'your delivery has news';
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function describeArrival(
  daysLeft: number | undefined,
  slot: string | null | undefined,
  now: Date,
): string | undefined {
  if (daysLeft === undefined || daysLeft < 0) return undefined;
  const time = describeSlot(slot);
  if (daysLeft === 0) return `arrives ${time ?? 'today'}`;
  const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() + daysLeft);
  const when =
    daysLeft === 1 ? 'tomorrow' : date.toLocaleDateString('en', { month: 'short', day: 'numeric' });
  return ['arrives', when, time].filter((part) => part !== undefined).join(' ');
}

/** Counted in calendar days, because a day of the time change has 23 or 25 hours. */
function daysUntil(day: string | null | undefined, now: Date): number | undefined {
  const match = DAY.exec(day ?? '');
  if (!match) return undefined;
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  const arrival = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  return Math.round((arrival - today) / 86_400_000);
}
