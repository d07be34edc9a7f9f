import { type DisplayStatus, EVENT_TYPE } from './status.ts';

/** The heading of a tracked package, in the app and in the page from the server: "On its way to Howth". */
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
      return 'This delivery was canceled';
    case 'issue':
      return 'There was a problem on the way';
    case 'returned':
      return 'Returned to us';
    default:
      return `Getting ready for delivery${there}`;
  }
}

export type EventText = {
  title: string;
  sentence: string;
  /** Whether something went wrong. */
  isNegative: boolean;
};

const positiveEvent = (title: string, sentence: string) => ({ title, sentence, isNegative: false });
const negativeEvent = (title: string, sentence: string) => ({ title, sentence, isNegative: true });

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
export const ORDER_PLACED = positiveEvent('Order Placed', 'Your order has been placed.');
export const DELIVERY_CANCELED = negativeEvent('Canceled', 'This delivery has been cancelled.');

/** The text of an event. An event of an unknown type reads "Update". */
export function eventText(type: number): EventText {
  return EVENT_TEXTS[type] ?? UPDATE;
}
