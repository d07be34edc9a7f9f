import type { Tracking } from '../contract/order.ts';
import { displayStatusOfOrder } from '../contract/status.ts';
import { eventText, trackingHeadline } from '../contract/tracking-text.ts';
import { formatDateTime, formatTime } from './dates.ts';
import { lastEvent } from './timeline.ts';

/** What everyone who has the tracking number may see. */
export function trackingSummary(tracking: Tracking, now: number = Date.now()) {
  const status = displayStatusOfOrder(tracking);
  const last = lastEvent(tracking.history);
  const to = tracking.to?.trim() || undefined;
  return {
    status,
    headline: trackingHeadline(status, to),
    // A town that no one has picked or confirmed is not named. (PLC-06)
    from: tracking.from?.trim() || 'Pick-up place',
    to: to ?? 'Drop-off place',
    /** "Order In Transit, 1:52 PM"; undefined while there is no event. */
    lastEvent:
      last && [eventText(last.type).title, formatEventTime(last.time, now)].filter(Boolean).join(', '),
  };
}

/** The time, with the date unless it is today. */
function formatEventTime(at: string, now: number): string | undefined {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday ? formatTime(at) : formatDateTime(at);
}
