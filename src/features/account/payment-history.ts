import dayjs from 'dayjs';
import type { Payment } from '../../contract/payment.ts';
import { formatDateField, formatMonth, timeValue } from '../../domain/dates.ts';
import { routeTitle } from '../../domain/place-labels.ts';

/** Both dates are inclusive and in the format of a date field ("2026-11-20"); an empty date sets no limit. */
export type PaymentFilters = { from: string; to: string; text: string };

export const NO_FILTERS: PaymentFilters = { from: '', to: '', text: '' };

/** Filters by days of the local time zone, so that a payment at 23:30 belongs to the day on the user's calendar. */
export function filterPayments(payments: readonly Payment[], { from, to, text }: PaymentFilters): Payment[] {
  const query = text.trim().toLowerCase();
  return payments.filter((payment) => {
    // As in the order of the list, an invalid time is older than any other.
    const day = formatDateField(payment.created) ?? '';
    if (from !== '' && day < from) return false;
    if (to !== '' && day > to) return false;
    // People search for the tracking number, a place or the reference.
    const { description, trackingNumber, referenceNumber } = payment;
    const searched = [description, trackingNumber, referenceNumber, paymentTitle(payment)].join(' ');
    return searched.toLowerCase().includes(query);
  });
}

/** The times between which the server searches for payments of the same days. */
export function toTimes({ from, to }: PaymentFilters): { from: string | undefined; to: string | undefined } {
  const startOf = (day: string, after = 0) => {
    const time = dayjs(day).add(after, 'day');
    // A year that is still being typed, such as 0002 or 202611, is not sent.
    return day !== '' && time.isValid() && Math.abs(time.year() - 2500) < 1000
      ? time.toISOString()
      : undefined;
  };
  return { from: startOf(from), to: startOf(to, 1) };
}

/** "Dublin to Howth", or the provider's description if the delivery is unknown or deleted. */
export function paymentTitle({ pickUpSnapshot, dropOffSnapshot, description }: Payment): string {
  if (pickUpSnapshot && dropOffSnapshot) return routeTitle({ pickUpSnapshot, dropOffSnapshot });
  return description || 'Payment';
}

export type PaymentMonth = { month: string; payments: Payment[] };

/** Groups the newest `count` payments by the month in which they were created, newest first. */
export function groupByMonth(payments: readonly Payment[], count = payments.length): PaymentMonth[] {
  // Each time is parsed once, because parsing it in each comparison slows down every keystroke in a long history.
  const newestFirst = payments
    .map((payment) => ({ payment, time: timeValue(payment.created) }))
    .sort((a, b) => b.time - a.time)
    .slice(0, count);
  const months = new Map<string, Payment[]>();
  for (const { payment } of newestFirst) {
    const month = formatMonth(payment.created) ?? 'Unknown month';
    months.set(month, [...(months.get(month) ?? []), payment]);
  }
  return [...months].map(([month, paymentsOfMonth]) => ({ month, payments: paymentsOfMonth }));
}
