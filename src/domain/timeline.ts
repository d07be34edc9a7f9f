import dayjs from 'dayjs';
import type { OrderEvent } from '../contract/order.ts';
import { type DisplayStatus, EVENT_TYPE } from '../contract/status.ts';
import { formatDate, formatTime } from './format.ts';

export type TimelineEvent = {
  key: string;
  title: string;
  sentence: string;
  /** "1:52 PM"; empty where the time is unknown. */
  time: string;
  /** Something went wrong. */
  isNegative: boolean;
};
/** The events of one day under its date; events of unknown time have no date. */
export type TimelineDay = { date: string; events: TimelineEvent[] };

export type LastEvent = { type: number; at: string; title: string };

type EventWords = Pick<TimelineEvent, 'title' | 'sentence' | 'isNegative'>;

const good = (title: string, sentence: string): EventWords => ({ title, sentence, isNegative: false });
const bad = (title: string, sentence: string): EventWords => ({ title, sentence, isNegative: true });

const EVENT_WORDS: Record<number, EventWords> = {
  [EVENT_TYPE.requestCreated]: good('Order Request Created', 'We received your delivery request.'),
  [EVENT_TYPE.orderCreated]: good('Order Created', 'Your order has been created.'),
  [EVENT_TYPE.requestAccepted]: good('Order Request Accepted', 'Your request has been accepted.'),
  [EVENT_TYPE.scheduled]: good('Order Scheduled', 'Your delivery has been scheduled.'),
  [EVENT_TYPE.pickedUp]: good('Order Picked Up', 'The driver has picked up your package.'),
  [EVENT_TYPE.delivered]: good('Order Delivered', 'Your package has been delivered.'),
  [EVENT_TYPE.inTransit]: good('Order In Transit', 'Your package is on its way.'),
  [EVENT_TYPE.pickupFailed]: bad('Order Pickup Failed', 'We could not pick up your package.'),
  [EVENT_TYPE.deliveryFailed]: bad('Order Delivery Failed', 'We could not deliver your package.'),
  [EVENT_TYPE.rescheduled]: good('Order Rescheduled', 'Your delivery has been moved to a new time.'),
  [EVENT_TYPE.requestCancelled]: bad('Order Request Cancelled', 'This request has been cancelled.'),
};
const UPDATE = good('Update', 'Your delivery has been updated.');
const PLACED = good('Order Placed', 'Your order has been placed.');
const CANCELLED = bad('Cancelled', 'This delivery has been cancelled.');

export type TimelineInput = {
  history?: readonly OrderEvent[] | null | undefined;
  status: DisplayStatus;
  created?: string | null | undefined;
  lastModified?: string | null | undefined;
};

/** What happened to a delivery, newest first, grouped by day. */
export function timelineOf({ history, status, created, lastModified }: TimelineInput): TimelineDay[] {
  if (history && history.length > 0) {
    return grouped(history.map(({ type, time }) => ({ words: EVENT_WORDS[type] ?? UPDATE, time })));
  }
  const placed = { words: PLACED, time: created ?? '' };
  return grouped(status === 'canceled' ? [placed, { words: CANCELLED, time: lastModified ?? '' }] : [placed]);
}

/** The newest event, where the server told any. */
export function lastEvent(history: readonly OrderEvent[] | null | undefined): LastEvent | undefined {
  const newest = [...(history ?? [])].sort((a, b) => instant(b.time) - instant(a.time))[0];
  if (newest === undefined) return undefined;
  return { type: newest.type, at: newest.time, title: (EVENT_WORDS[newest.type] ?? UPDATE).title };
}

type Happening = { words: EventWords; time: string };

function grouped(happenings: Happening[]): TimelineDay[] {
  const newestFirst = happenings
    .map((happening, index) => ({ happening, index }))
    // Of two events at one moment the later one in the history is the newer.
    .sort((a, b) => instant(b.happening.time) - instant(a.happening.time) || b.index - a.index);
  const days: TimelineDay[] = [];
  for (const { happening, index } of newestFirst) {
    const date = formatDate(happening.time) ?? '';
    const event = toEvent(happening, index);
    const day = days.at(-1);
    if (day?.date === date) day.events.push(event);
    else days.push({ date, events: [event] });
  }
  return days;
}

function toEvent({ words, time }: Happening, index: number): TimelineEvent {
  return { ...words, key: `${index}-${time}`, time: formatTime(time) ?? '' };
}

/** Unknown times sort last. */
function instant(time: string): number {
  const parsed = dayjs(time);
  return parsed.isValid() ? parsed.valueOf() : Number.MIN_SAFE_INTEGER;
}
