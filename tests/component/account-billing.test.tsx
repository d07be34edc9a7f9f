import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import type { Payment } from '../../src/contract/payment.ts';
import type { BillingTab } from '../../src/features/account/account-search.ts';
import { BillingPanel } from '../../src/features/account/BillingPanel.tsx';
import { useApp } from '../../src/stores/app.ts';
import { AOIFE, aCard, alertsShown, resetAs } from '../support/account-fixtures.ts';
import { fakeApi, problemReply } from '../support/fake-api.ts';
import { renderPages, renderPlain } from '../support/render.tsx';

const VISA = aCard({ isDefault: true });
const MASTERCARD = aCard({ id: 'pm_2', brand: 'mastercard', last4: '4444', expMonth: 2, expYear: 2027 });

beforeEach(() => resetAs(AOIFE));

function Billing({ start }: { start: BillingTab }) {
  const [list, setList] = useState(start);
  return <BillingPanel list={list} onListChange={setList} />;
}
function open(start: BillingTab = 'cards') {
  renderPlain(<Billing start={start} />);
  return userEvent.setup();
}
const billing = (cards = [VISA, MASTERCARD], payments: Payment[] = []) => ({
  listPaymentMethods: () => ({ body: cards }),
  listPayments: () => ({ body: payments }),
});
const card = (name: string) => screen.findByRole('listitem', { name });
const button = (name: string) => screen.getByRole('button', { name });

test('the Billing tab loads cards and payments (ACC-20)', async () => {
  const api = fakeApi(billing());
  open();
  expect(screen.getByText('Loading cards...')).toBeVisible();
  const visa = await card('Visa ending in 4242');
  expect(within(visa).getByText('Expires 08/2028')).toBeVisible();
  expect(within(visa).getByText('Default')).toBeVisible();
  const mastercard = await card('Mastercard ending in 4444');
  expect(within(mastercard).getByText('Expires 02/2027')).toBeVisible();
  expect(within(mastercard).queryByText('Default')).toBeNull();
  expect(api.calls.map(({ endpointName }) => endpointName).sort()).toEqual([
    'listPaymentMethods',
    'listPayments',
  ]);
});

test('each card shows its brand, last digits, expiry, default badge and actions (ACC-13)', async () => {
  fakeApi(billing());
  await renderPages({ '/': () => <Billing start="cards" /> });
  const textOf = async (name: string) =>
    within(await card(name))
      .getAllByText(/./)
      .map(({ textContent }) => textContent);
  const actionsOf = async (name: string) =>
    within(await card(name))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
  expect(await textOf('Visa ending in 4242')).toEqual(
    expect.arrayContaining(['Visa ending in 4242', 'Expires 08/2028', 'Default']),
  );
  expect(await actionsOf('Visa ending in 4242')).toEqual(['Remove']);
  const mastercard = await textOf('Mastercard ending in 4444');
  expect(mastercard).toEqual(expect.arrayContaining(['Mastercard ending in 4444', 'Expires 02/2027']));
  expect(mastercard).not.toContain('Default');
  expect(await actionsOf('Mastercard ending in 4444')).toEqual(['Set as Default', 'Remove']);
  await userEvent.click(button('Add New Card'));
  expect(await screen.findByRole('dialog', { name: 'Add Payment Method' })).toBeVisible();
});

test('the panel says that there are no cards (ACC-14)', async () => {
  fakeApi(billing([]));
  open();
  expect(await screen.findByText('No payment methods')).toBeVisible();
  expect(button('Add New Card')).toBeVisible();
});

test('loading the cards can be retried', async () => {
  const api = fakeApi({
    listPaymentMethods: () => problemReply(500, 'INTERNAL_ERROR'),
    listPayments: () => problemReply(500, 'INTERNAL_ERROR'),
  });
  const user = open();
  expect(await screen.findByText('Your cards could not be loaded')).toBeVisible();
  Object.assign(api.script, billing());
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await card('Visa ending in 4242')).toBeVisible();
});

test('offline, the panel says that cards need a connection', async () => {
  useApp.setState({ isReachable: false });
  fakeApi({});
  open();
  expect(await screen.findByText('Your cards could not be loaded')).toBeVisible();
  expect(screen.getByText('Connect to see your cards. They are never saved on this device.')).toBeVisible();
});

test('another card can be made the default (ACC-13, ERR-04)', async () => {
  const api = fakeApi({
    ...billing(),
    setDefaultPaymentMethod: () => ({ body: { ...MASTERCARD, isDefault: true } }),
  });
  const user = open();
  await user.click(
    within(await card('Mastercard ending in 4444')).getByRole('button', { name: /^Set as Default: / }),
  );
  await waitFor(async () =>
    expect(within(await card('Mastercard ending in 4444')).getByText('Default')).toBeVisible(),
  );
  expect(screen.getAllByText('Default')).toHaveLength(1);
  expect(api.callsOf('setDefaultPaymentMethod')[0]?.path).toBe('payments/payment-methods/pm_2/default');
  expect(alertsShown()).toEqual(['Payment method set as default']);
});

test('removing a card asks for confirmation (ACC-15, ACC-13, ERR-04)', async () => {
  const api = fakeApi({ ...billing(), removePaymentMethod: () => ({ body: {} }) });
  const user = open();
  await user.click(within(await card('Mastercard ending in 4444')).getByRole('button', { name: /^Remove / }));
  const dialog = await screen.findByRole('dialog');
  expect(
    within(dialog).getByText('This will remove the card from your account. This action cannot be undone.'),
  ).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(alertsShown()).toEqual(['Payment method deleted']));
  expect(screen.queryByText('Mastercard ending in 4444', { selector: 'h2' })).toBeNull();
  expect(api.callsOf('removePaymentMethod')[0]?.path).toBe('payments/payment-methods/pm_2');
});

test.each([
  ['the default card', [VISA, MASTERCARD], 'The default card cannot be removed.'],
  ['the only card', [VISA], 'Your only card cannot be removed.'],
  ['the only card, though no default', [aCard()], 'Your only card cannot be removed.'],
])('%s cannot be removed, and the button says why', async (_, cards, reason) => {
  fakeApi(billing(cards));
  const user = open();
  const remove = within(await card('Visa ending in 4242')).getByRole('button', { name: /^Remove / });
  expect(remove.getAttribute('aria-disabled')).toBe('true');
  const described = remove.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(reason);
  await user.click(remove);
  expect(screen.queryByRole('dialog')).toBeNull();
});

function aPayment(overrides: Partial<Payment>): Payment {
  return {
    id: 1,
    created: '2026-11-20T10:12:00',
    status: 2,
    amount: 18.4,
    currency: 'EUR',
    description: 'Delivery to Howth',
    cardBrand: 'visa',
    cardLast4: '4242',
    cardExpMonth: 8,
    cardExpYear: 2028,
    cardholderName: 'Aoife Brennan',
    ...overrides,
  };
}
const PAYMENTS = [
  aPayment({ receiptUrl: 'https://pay.example/r/1', invoiceUrl: 'https://pay.example/i/1' }),
  aPayment({ id: 2, created: '2026-11-19T17:40:00', status: 0, description: 'Delivery to Swords' }),
  aPayment({ id: 3, created: '2026-11-12T09:03:00', status: 1, description: 'Delivery to Dalkey' }),
  aPayment({ id: 4, created: '2026-10-28T15:26:00', status: 3, description: 'Delivery to Bray' }),
  aPayment({ id: 5, created: '2026-10-03T12:00:00', status: 4, description: 'Delivery to Lucan' }),
];
const shown = () => screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

test('the payment history is grouped by month and shows status, date, amount, card and documents (ACC-17, STA-06)', async () => {
  fakeApi(billing([VISA], PAYMENTS));
  const user = open();
  await user.click(await screen.findByRole('tab', { name: 'Payment History' }));
  expect(screen.getByRole('heading', { level: 2, name: 'November 2026' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 2, name: 'October 2026' })).toBeVisible();
  const [first, second] = screen.getAllByRole('listitem');
  if (!first || !second) throw new Error('no payments');
  expect(within(first).getByText('20 Nov, 2026 • 10:12')).toBeVisible();
  expect(within(first).getByText('€18.40')).toBeVisible();
  expect(within(first).getByText('Visa 4242, 08/2028, Aoife Brennan')).toBeVisible();
  const receipt = within(first).getByRole('link', { name: 'Receipt for Delivery to Howth' });
  expect(receipt.getAttribute('href')).toBe('https://pay.example/r/1');
  expect(receipt.getAttribute('rel')).toContain('noopener');
  const invoice = within(first).getByRole('link', { name: 'Invoice for Delivery to Howth' });
  expect(invoice.getAttribute('href')).toBe('https://pay.example/i/1');
  expect(
    within(first)
      .getAllByRole('button')
      .map((each) => each.getAttribute('aria-label')),
  ).toEqual(['Options for Delivery to Howth']);
  expect(within(second).queryByRole('link')).toBeNull();
  expect(within(second).queryByRole('button')).toBeNull();
  for (const label of ['New', 'Processing', 'Paid', 'Failed', 'Canceled'])
    expect(screen.getByText(label)).toBeVisible();
});

test('a payment has the title of its delivery, the reference below it, its credit notes and a link that tracks it (ACC-17, PAY-90)', async () => {
  const delivery = {
    pickUpSnapshot: { name: '12 Leinster Road', city: 'Dublin' },
    dropOffSnapshot: { name: '3 Abbey Street', city: 'Howth' },
    referenceNumber: 'SND-7F3C9E',
    trackingNumber: '3f0c4f0e-0000-4000-8000-000000000000',
    deliveryId: 7,
    history: [1, 2, 3].map((id) => ({
      kind: 'refund' as const,
      created: '',
      amount: id === 3 ? 0 : 4,
      currency: 'EUR',
      documentUrl: `/api/documents/${id}`,
    })),
    vatPercent: 23,
    vatAmount: 3.44,
  };
  fakeApi(billing([VISA], [aPayment(delivery)]));
  await renderPages({ '/': () => <Billing start="history" /> });
  const user = userEvent.setup();
  expect(await screen.findByRole('heading', { level: 3, name: 'Dublin to Howth' })).toBeVisible();
  expect(screen.getByText('SND-7F3C9E')).toBeVisible();
  expect(screen.getByText('Includes €3.44 VAT (23%)')).toBeVisible();
  const notes = screen.getAllByRole('link', { name: 'Credit note, €4.00 for SND-7F3C9E' });
  expect(notes.map((note) => note.getAttribute('href')?.slice(-1))).toEqual(['1', '2']);
  const withoutMoney = screen.getByRole('link', { name: 'Credit note for SND-7F3C9E' });
  expect(withoutMoney.getAttribute('href')).toMatch(/3$/);
  expect(screen.getByRole('link', { name: 'Track SND-7F3C9E' }).getAttribute('href')).toBe(
    `/tracking?guid=${delivery.trackingNumber}`,
  );
  await user.type(screen.getByPlaceholderText('Enter tracking number'), '3f0c4f0e');
  expect(shown()).toEqual(['Dublin to Howth']);
});

test.each([
  [{ amountRefunded: 18.4, refund: 'done', status: 4 }, ['Refunded']],
  [{ amountRefunded: 4 }, ['Paid', 'Partly refunded €4.00 of €18.40']],
  [{ refund: 'due', status: 4 }, ['Canceled', 'Your refund is due. We are sending it.']],
  [
    { refund: 'pending', status: 4 },
    ['Canceled', 'Your refund is on its way. Your bank may need up to 10 days.'],
  ],
  [
    { refund: 'failed', status: 4 },
    ['Canceled', 'Your refund did not arrive. Please contact support and we will sort it out.'],
  ],
  [{ dispute: 'needs_response' }, ['Disputed']],
  [{ dispute: 'won' }, ['Paid']],
])('money that goes back is described as it is: %j (PAY-07)', async (payment, texts) => {
  fakeApi(billing([VISA], [aPayment(payment)]));
  open('history');
  for (const text of texts) expect(await screen.findByText(text)).toBeVisible();
  if (!texts.includes('Refunded')) expect(screen.queryByText('Refunded')).toBeNull();
});

test('payments are filtered by both dates and by text, and the filters can be cleared (ACC-16)', async () => {
  fakeApi(billing([VISA], PAYMENTS));
  const user = open('history');
  await screen.findByText('Delivery to Howth');
  const from = screen.getByLabelText<HTMLInputElement>('From Date');
  const to = screen.getByLabelText<HTMLInputElement>('To Date');
  const fold = button('Filters');
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  await user.click(fold);
  expect(fold.getAttribute('aria-expanded')).toBe('true');
  await user.type(from, '2026-10-28');
  await user.type(to, '2026-11-19');
  expect(fold.textContent).toBe('Filters (2)');
  expect(shown()).toEqual(['Delivery to Swords', 'Delivery to Dalkey', 'Delivery to Bray']);
  await user.type(screen.getByPlaceholderText('Enter tracking number'), 'sWoRds');
  expect(shown()).toEqual(['Delivery to Swords']);
  await user.type(screen.getByPlaceholderText('Enter tracking number'), '?');
  expect(screen.getByText('No payment history found')).toBeVisible();
  await user.click(button('Clear Filters'));
  expect(shown()).toHaveLength(5);
  expect(from.value).toBe('');
  expect(fold.textContent).toBe('Filters');
});

test('the payment history says that there are no payments (ACC-18)', async () => {
  fakeApi(billing([VISA], []));
  open('history');
  expect(await screen.findByText('No payment history found')).toBeVisible();
});

test('a document link that is not a web address is not offered', async () => {
  fakeApi(billing([VISA], [aPayment({ receiptUrl: 'javascript:alert(1)', invoiceUrl: null })]));
  open('history');
  await screen.findByText('Delivery to Howth');
  expect(screen.queryByRole('link')).toBeNull();
});

test('missing details of a payment are left out', async () => {
  const bare = { id: 'x', created: 'soon', status: 9, amount: 5 };
  fakeApi(billing([VISA], [bare]));
  open('history');
  expect(await screen.findByRole('heading', { level: 3, name: 'Payment' })).toBeVisible();
  expect(screen.getByText('Unknown time')).toBeVisible();
  expect(screen.getByText('€5.00')).toBeVisible();
});
