import type { OrderEvent } from '../contract/order.ts';
import { type DisplayStatus, EVENT_TYPE } from '../contract/status.ts';
import { formatDate, formatTime, timeValue } from './dates.ts';

export type TimelineEvent = {
  key: string;
  title: string;
  sentence: string;
  /** "1:52 PM"; empty if the time is unknown. */
  time: string;
  /** Whether something went wrong. */
  isNegative: boolean;
};
/** The events of one day under its date; events of unknown time have no date. */
export type TimelineDay = { date: string; events: TimelineEvent[] };

export type LastEvent = { type: number; at: string; title: string };

type EventText = Pick<TimelineEvent, 'title' | 'sentence' | 'isNegative'>;

const positiveEvent = (title: string, sentence: string): EventText => ({
  title,
  sentence,
  isNegative: false,
});
const negativeEvent = (title: string, sentence: string): EventText => ({ title, sentence, isNegative: true });

const EVENT_TEXTS: Record<number, EventText> = {
  [EVENT_TYPE.requestCreated]: positiveEvent('Order Request Created', 'We received your delivery request.'),
  [EVENT_TYPE.orderCreated]: positiveEvent('Order Created', 'Your order has been created.'),
  [EVENT_TYPE.requestAccepted]: positiveEvent('Order Request Accepted', 'Your request has been accepted.'),
  [EVENT_TYPE.scheduled]: positiveEvent('Order Scheduled', 'Your delivery has been scheduled.'),
  [EVENT_TYPE.pickedUp]: positiveEvent('Order Picked Up', 'The driver has picked up your package.'),
  [EVENT_TYPE.delivered]: positiveEvent('Order Delivered', 'Your package has been delivered.'),
  [EVENT_TYPE.inTransit]: positiveEvent('Order In Transit', 'Your package is on its way.'),
  [EVENT_TYPE.pickupFailed]: negativeEvent('Order Pickup Failed', 'We could not pick up your package.'),
  [EVENT_TYPE.deliveryFailed]: negativeEvent('Order Delivery Failed', 'We could not deliver your package.'),
  [EVENT_TYPE.rescheduled]: positiveEvent('Order Rescheduled', 'Your delivery has been moved to a new time.'),
  [EVENT_TYPE.requestCancelled]: negativeEvent('Order Request Cancelled', 'This request has been cancelled.'),
};
const UPDATE = positiveEvent('Update', 'Your delivery has been updated.');
const PLACED = positiveEvent('Order Placed', 'Your order has been placed.');
const CANCELLED = negativeEvent('Cancelled', 'This delivery has been cancelled.');

export type TimelineInput = {
  history?: readonly OrderEvent[] | null | undefined;
  status: DisplayStatus;
  created?: string | null | undefined;
  lastModified?: string | null | undefined;
};

/** The events of a delivery, newest first, grouped by day. */
export function timelineOf({ history, status, created, lastModified }: TimelineInput): TimelineDay[] {
  if (history && history.length > 0) {
    return groupByDay(history.map(({ type, time }) => ({ text: EVENT_TEXTS[type] ?? UPDATE, time })));
  }
  const placed = { text: PLACED, time: created ?? '' };
  return groupByDay(
    status === 'canceled' ? [placed, { text: CANCELLED, time: lastModified ?? '' }] : [placed],
  );
}

/** The newest event, if the history has any. */
export function lastEvent(history: readonly OrderEvent[] | null | undefined): LastEvent | undefined {
  const newest = [...(history ?? [])].sort((a, b) => timeValue(b.time) - timeValue(a.time))[0];
  if (newest === undefined) return undefined;
  return { type: newest.type, at: newest.time, title: (EVENT_TEXTS[newest.type] ?? UPDATE).title };
}

type DatedEvent = { text: EventText; time: string };

function groupByDay(datedEvents: DatedEvent[]): TimelineDay[] {
  const newestFirst = datedEvents
    .map((event, index) => ({ event, index }))
    // Of two events with the same time, the later one in the history is the newer one.
    .sort((a, b) => timeValue(b.event.time) - timeValue(a.event.time) || b.index - a.index);
  const days: TimelineDay[] = [];
  for (const { event, index } of newestFirst) {
    const date = formatDate(event.time) ?? '';
    const timelineEvent = toTimelineEvent(event, index);
    const day = days.at(-1);
    if (day?.date === date) day.events.push(timelineEvent);
    else days.push({ date, events: [timelineEvent] });
  }
  return days;
}

function toTimelineEvent({ text, time }: DatedEvent, index: number): TimelineEvent {
  return { ...text, key: `${index}-${time}`, time: formatTime(time) ?? '' };
}
