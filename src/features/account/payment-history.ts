import dayjs from 'dayjs';
import type { Payment } from '../../contract/payment.ts';
import { formatMonth } from '../../domain/format.ts';

/** Days as a date field writes them ("2026-11-20"), both included; empty: no bound. */
export type PaymentFilters = { from: string; to: string; text: string };

export const NO_FILTERS: PaymentFilters = { from: '', to: '', text: '' };

/** The days are the reader's own: a payment at 23:30 belongs to the day on their calendar. */
export function filterPayments(payments: readonly Payment[], { from, to, text }: PaymentFilters): Payment[] {
  const words = text.trim().toLowerCase();
  return payments.filter(({ created, description }) => {
    const day = dayjs(created).format('YYYY-MM-DD');
    if (from !== '' && day < from) return false;
    if (to !== '' && day > to) return false;
    return (description ?? '').toLowerCase().includes(words);
  });
}

export type PaymentMonth = { month: string; payments: Payment[] };

/** Newest first, under the month and year in which each was created. */
export function groupByMonth(payments: readonly Payment[]): PaymentMonth[] {
  const newestFirst = [...payments].sort((one, other) => createdAtMs(other) - createdAtMs(one));
  const months = new Map<string, Payment[]>();
  for (const payment of newestFirst) {
    const month = formatMonth(payment.created) ?? 'Unknown month';
    months.set(month, [...(months.get(month) ?? []), payment]);
  }
  return [...months].map(([month, paid]) => ({ month, payments: paid }));
}

function createdAtMs({ created }: Payment): number {
  const time = Date.parse(created);
  return Number.isNaN(time) ? 0 : time;
}

/** A link to a receipt or an invoice, if it is one that a page may open: http or https and nothing else. */
export function documentLink(url: string | null | undefined, base: string): string | undefined {
  if (!url) return undefined;
  try {
    const { protocol, href } = new URL(url, base);
    return protocol === 'http:' || protocol === 'https:' ? href : undefined;
  } catch {
    return undefined;
  }
}
