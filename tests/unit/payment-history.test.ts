import { expect, test } from 'vitest';
import { brandName, expiryText } from '../../src/contract/card-format.ts';
import type { Payment } from '../../src/contract/payment.ts';
import { documentLink } from '../../src/domain/document-link.ts';
import {
  filterPayments,
  groupByMonth,
  NO_FILTERS,
  toTimes,
} from '../../src/features/account/payment-history.ts';

function aPayment(id: number, created: string, description = 'Delivery to Howth'): Payment {
  return { id, created, status: 2, amount: 18.4, currency: 'EUR', description };
}
const ids = (payments: Payment[]) => payments.map(({ id }) => id);

const payments = [
  aPayment(1, '2026-10-03T12:00:00', 'Delivery to Lucan'),
  aPayment(2, '2026-11-20T23:30:00'),
  aPayment(3, '2026-11-01T00:00:00', 'Delivery to BRAY 7f3c9e1a'),
];

test('payments are grouped by month and year of their creation, newest first', () => {
  const months = groupByMonth(payments);
  expect(months.map(({ month, payments: paid }) => [month, ids(paid)])).toEqual([
    ['November 2026', [2, 3]],
    ['October 2026', [1]],
  ]);
});

test('the same month of another year is a group of its own', () => {
  const months = groupByMonth([aPayment(1, '2025-11-20T10:00:00'), aPayment(2, '2026-11-20T10:00:00')]);
  expect(months.map(({ month }) => month)).toEqual(['November 2026', 'November 2025']);
});

test('the date filter includes both days, in local time', () => {
  expect(ids(filterPayments(payments, { ...NO_FILTERS, from: '2026-11-01', to: '2026-11-20' }))).toEqual([
    2, 3,
  ]);
  expect(ids(filterPayments(payments, { ...NO_FILTERS, from: '2026-11-02' }))).toEqual([2]);
  expect(ids(filterPayments(payments, { ...NO_FILTERS, to: '2026-10-31' }))).toEqual([1]);
});

test('the text filter searches the description and ignores case and surrounding spaces', () => {
  expect(ids(filterPayments(payments, { ...NO_FILTERS, text: ' bray ' }))).toEqual([3]);
  expect(ids(filterPayments(payments, { ...NO_FILTERS, text: '7F3C' }))).toEqual([3]);
  expect(
    filterPayments([{ ...aPayment(1, '2026-11-20'), description: null }], { ...NO_FILTERS, text: 'x' }),
  ).toEqual([]);
});

test('a payment with an invalid time is shown and found as the oldest', () => {
  const undated = [aPayment(1, 'yesterday')];
  expect(groupByMonth(undated)).toHaveLength(1);
  expect(filterPayments(undated, { ...NO_FILTERS, to: '2026-11-20' })).toEqual(undated);
  expect(filterPayments(undated, { ...NO_FILTERS, from: '2026-11-01' })).toEqual([]);
});

test.each([
  ['https://pay.example/receipt/1', 'https://pay.example/receipt/1'],
  ['/sandbox/receipts/1', 'http://localhost/sandbox/receipts/1'],
])('the document URL %s is linked', (url, href) => {
  expect(documentLink(url, 'http://localhost/account')).toBe(href);
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://a.example/b', 'http://', '', null, undefined])(
  'the document URL %s is not linked',
  (url) => {
    expect(documentLink(url, 'http://localhost/account')).toBeUndefined();
  },
);

test('cards are described by brand, last digits, expiry and name', () => {
  expect(brandName('visa')).toBe('Visa');
  expect(brandName('amex')).toBe('American Express');
  expect(brandName('constructor')).toBe('Constructor');
  expect(brandName('')).toBe('Card');
  expect(expiryText(8, 2028)).toBe('08/2028');
});

test('the server is asked for the same days, and not for a year that is still being typed (PRD-76)', () => {
  const { from, to } = toTimes({ ...NO_FILTERS, from: '2026-11-01', to: '2026-11-20' });
  expect([from, to]).toEqual([new Date(2026, 10, 1).toISOString(), new Date(2026, 10, 21).toISOString()]);
  expect(toTimes({ ...NO_FILTERS, from: '0202-11-01', to: '202611-11-01' })).toEqual({
    from: undefined,
    to: undefined,
  });
  expect(toTimes(NO_FILTERS)).toEqual({ from: undefined, to: undefined });
});
