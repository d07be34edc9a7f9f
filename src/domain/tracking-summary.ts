import { displayStatusOfOrder } from '../contract/display-status.ts';
import type { Tracking } from '../contract/order.ts';
import type { DisplayStatus } from '../contract/status.ts';
import { formatDateTime, formatTime } from './dates.ts';
import { lastEvent } from './timeline.ts';

const UNKNOWN_TOWN = 'Unknown town';

/** The heading of a tracked package's card: "On its way to Howth". */
export function trackingHeadline(status: DisplayStatus, to: string | undefined): string {
  const there = to ? ` to ${to}` : '';
  switch (status) {
    case 'scheduled':
      return `Scheduled for delivery${there}`;
    case 'inTransit':
      return `On its way${there}`;
    case 'servicing':
      return 'At our facility';
    case 'delivered':
      return to ? `Delivered in ${to}` : 'Delivered';
    case 'canceled':
      return 'This delivery was cancelled';
    case 'issue':
      return 'There was a problem on the way';
    case 'returned':
      return 'Returned to us';
    default:
      return `Getting ready for delivery${there}`;
  }
}

export type TrackingSummary = {
  status: DisplayStatus;
  headline: string;
  from: string;
  to: string;
  /** "Order In Transit, 1:52 PM"; undefined while there is no event. */
  lastEvent: string | undefined;
};

/** What everyone who has the tracking number may see. */
export function trackingSummary(tracking: Tracking, now: number = Date.now()): TrackingSummary {
  const status = displayStatusOfOrder(tracking);
  const last = lastEvent(tracking.history);
  const to = tracking.to?.trim() || undefined;
  return {
    status,
    headline: trackingHeadline(status, to),
    from: tracking.from?.trim() || UNKNOWN_TOWN,
    to: to ?? UNKNOWN_TOWN,
    lastEvent: last && [last.title, formatEventTime(last.at, now)].filter(Boolean).join(', '),
  };
}

/** The time, with the date unless it is today. */
function formatEventTime(at: string, now: number): string | undefined {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday ? formatTime(at) : formatDateTime(at);
}
