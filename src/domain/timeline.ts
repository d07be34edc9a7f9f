import type { OrderEvent } from '../contract/order.ts';
import type { DisplayStatus } from '../contract/status.ts';
import { DELIVERY_CANCELED, type EventText, eventText, ORDER_PLACED } from '../contract/tracking-text.ts';
import { formatDate, formatTime, timeValue } from './dates.ts';

export type TimelineEvent = EventText & {
  key: string;
  /** "1:52 PM"; empty if the time is unknown. */
  time: string;
};
/** The events of one day under its date; events of unknown time have no date. */
export type TimelineDay = { date: string; events: TimelineEvent[] };

export type TimelineInput = {
  history?: readonly OrderEvent[] | null | undefined;
  status: DisplayStatus;
  created?: string | null | undefined;
  lastModified?: string | null | undefined;
};

/** The events of a delivery, newest first, grouped by day. */
export function timelineOf({ history, status, created, lastModified }: TimelineInput): TimelineDay[] {
  if (history && history.length > 0) {
    return groupByDay(history.map(({ type, time }) => ({ text: eventText(type), time })));
  }
  const placed = { text: ORDER_PLACED, time: created ?? '' };
  return groupByDay(
    status === 'canceled' ? [placed, { text: DELIVERY_CANCELED, time: lastModified ?? '' }] : [placed],
  );
}

/** The newest event, if the history has any. Of two with the same time it is the later one in the history. */
export function lastEvent(history: readonly OrderEvent[] | null | undefined): OrderEvent | undefined {
  return history?.toReversed().sort((a, b) => timeValue(b.time) - timeValue(a.time))[0];
}

type DatedEvent = { text: EventText; time: string };

function groupByDay(datedEvents: DatedEvent[]): TimelineDay[] {
  const newestFirst = datedEvents
    .map((event, index) => ({ event, index }))
    // Of two events with the same time, the later one in the history is the newer one.
    .sort((a, b) => timeValue(b.event.time) - timeValue(a.event.time) || b.index - a.index);
  const days: TimelineDay[] = [];
  for (const { event, index } of newestFirst) {
    const { text, time } = event;
    const date = formatDate(time) ?? '';
    const timelineEvent = { ...text, key: `${index}-${time}`, time: formatTime(time) ?? '' };
    const day = days.at(-1);
    if (day?.date === date) day.events.push(timelineEvent);
    else days.push({ date, events: [timelineEvent] });
  }
  return days;
}
