import type { DeliveryRequest } from '../contract/delivery-request.ts';
import { formatMoney } from '../contract/money.ts';
import type { Order } from '../contract/order.ts';
import { describeSlot } from '../contract/slot-text.ts';
import { type DisplayStatus, EVENT_TYPE } from '../contract/status.ts';
import { formatDate, formatDay, formatTime, isNearDay, isPastDay, lowerCaseDay } from './dates.ts';
import { statusOf } from './delivery-list.ts';
import { isFinal } from './display-status.ts';
import { capitalize } from './format.ts';
import { PAYMENT_IS_PROCESSING } from './payment-state.ts';
import { routeLabels } from './place-labels.ts';
import { lastEvent } from './timeline.ts';

export type Arrival = { headline: string; detail: string };

type ArrivalInput = Partial<Omit<DeliveryRequest, 'status' | 'order'>> & {
  status: DisplayStatus;
  order?: Omit<Order, 'id' | 'guid' | 'status'> | null | undefined;
};

/** When a delivery arrives, or how it ended: the headline and the detail of its card. */
export function arrivalOf(input: ArrivalInput, now: number = Date.now()): Arrival {
  const { status, order, created, lastModified, estimatedPrice, currency } = input;
  switch (status) {
    case 'waitingPayment':
      return {
        headline: nextPaymentStep(input),
        detail: typeof estimatedPrice === 'number' ? formatMoney(estimatedPrice, currency) : '',
      };
    case 'pending':
      return { headline: 'We are reviewing your request', detail: formatRequestedOn(created) };
    case 'delivered': {
      const time = order?.deliveredTime ?? lastModified;
      return { headline: formatDate(time) ?? 'Delivered', detail: formatTime(time) ?? '' };
    }
    case 'canceled':
      return finishedArrival('Canceled', lastModified);
    case 'returned':
      return finishedArrival('Returned to us', lastEvent(order?.history)?.time ?? lastModified);
    case 'issue': {
      const isPickup = lastEvent(order?.history)?.type === EVENT_TYPE.pickupFailed;
      const next = upcomingDay(order, now);
      return {
        headline: isPickup ? 'We could not pick up' : 'We could not deliver',
        detail: next ? `Next attempt ${lowerCaseDay(next)}` : '',
      };
    }
    case 'inTransit':
      return upcomingArrival(order, now, 'On its way');
    case 'servicing':
      return upcomingArrival(order, now, 'At our facility');
    case 'scheduled':
      return upcomingArrival(order, now, 'Time to be confirmed');
    default:
      return upcomingArrival(order, now, order?.deliveryDate ? 'Time to be confirmed' : 'Not scheduled yet');
  }
}

function nextPaymentStep({ isPaymentProcessing, unclearPlaces }: ArrivalInput): string {
  if (isPaymentProcessing) return PAYMENT_IS_PROCESSING;
  return unclearPlaces?.length ? 'Place to be confirmed' : 'Ready to pay';
}

/** The planned day, or undefined if there is none or it has passed without a delivery. */
function upcomingDay(order: Pick<Order, 'deliveryDate'> | null | undefined, now: number): string | undefined {
  return isPastDay(order?.deliveryDate, now) ? undefined : formatDay(order?.deliveryDate, now);
}

/** "Today, 2 to 4 PM"; undefined while nothing is scheduled, after that day, and after the delivery has ended. */
export function formatExpectedTime(
  status: DisplayStatus,
  order: Pick<Order, 'deliveryDate' | 'deliveryTime'> | null | undefined,
  now: number = Date.now(),
): string | undefined {
  if (isFinal(status) || isPastDay(order?.deliveryDate, now)) return undefined;
  const parts = [formatDay(order?.deliveryDate, now), describeSlot(order?.deliveryTime)];
  return parts.filter((part) => part !== undefined).join(', ') || undefined;
}

/** @param fallback the headline while no day is known, and after the planned one has passed */
function upcomingArrival(order: ArrivalInput['order'], now: number, fallback: string): Arrival {
  if (isPastDay(order?.deliveryDate, now)) {
    return { headline: fallback, detail: `Planned for ${formatDate(order?.deliveryDate)}` };
  }
  const day = formatDay(order?.deliveryDate, now);
  const slot = describeSlot(order?.deliveryTime);
  if (day === undefined) return { headline: fallback, detail: slot ?? '' };
  return { headline: isNearDay(day) ? `Arrives ${lowerCaseDay(day)}` : day, detail: slot ?? '' };
}

function finishedArrival(label: string, time: string | null | undefined): Arrival {
  const date = formatDate(time);
  return date ? { headline: date, detail: label } : { headline: label, detail: '' };
}

function formatRequestedOn(created: string | null | undefined): string {
  const date = formatDate(created);
  return date === undefined ? '' : `Requested ${date}`;
}

/** The expected delivery, which the timeline shows above all events; undefined if nothing is scheduled. */
export function nextStop(
  status: DisplayStatus,
  order: Pick<Order, 'deliveryDate' | 'deliveryTime'> | null | undefined,
  place: string | undefined,
  now: number = Date.now(),
): { title: string; sentence: string } | undefined {
  const day = upcomingDay(order, now);
  if (isFinal(status) || day === undefined) return undefined;
  const when = isNearDay(day) ? lowerCaseDay(day) : `on ${day}`;
  const slot = describeSlot(order?.deliveryTime);
  // A text that the operator has written, such as "from 2 to 4", stays as it is.
  const [from, to] = slot === order?.deliveryTime?.trim() ? [] : (slot?.split(' to ') ?? []);
  const sentence =
    to !== undefined
      ? `Between ${from} and ${to} ${when}.`
      : `${capitalize(when)}${slot ? `, ${slot}` : ''}.`;
  return { title: place === undefined ? 'Expected' : `Expected in ${place}`, sentence };
}

/** Everything that the card of a delivery shows. */
export function deliveryCardOf(delivery: DeliveryRequest, now?: number) {
  const status = statusOf(delivery);
  return { status, ...routeLabels(delivery), arrival: arrivalOf({ ...delivery, status }, now) };
}
