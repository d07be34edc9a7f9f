import { renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Address } from '../../src/contract/address.ts';
import type { Payment } from '../../src/contract/payment.ts';
import { AddressesPanel } from '../../src/features/account/AddressesPanel.tsx';
import { BillingPanel } from '../../src/features/account/BillingPanel.tsx';
import { loadAddresses } from '../../src/use-cases/places/load-addresses.ts';
import { SAVED_PLACES_MAX, usePlaceSuggestions } from '../../src/use-cases/places/use-place-suggestions.ts';
import { AOIFE, resetAs } from '../support/account-fixtures.ts';
import { anAddress } from '../support/address-fixtures.ts';
import { type FakeCall, fakeApi } from '../support/fake-api.ts';
import { renderPages, renderPlain } from '../support/render.tsx';

beforeEach(() => resetAs(AOIFE));

const HOUR = 3600_000;
const START = Date.UTC(2026, 10, 1);

/** Responds as the reference server does: one page of the rows that fit, with a link to the next one. */
function page<Row extends { id: number | string }>({ query }: FakeCall, rows: readonly Row[]) {
  const after = query.get('after');
  const rest = after === null ? rows : rows.slice(rows.findIndex(({ id }) => String(id) === after) + 1);
  const limit = Number(query.get('limit'));
  const body = rest.slice(0, limit);
  const next = new URLSearchParams({ ...Object.fromEntries(query), after: String(body.at(-1)?.id) });
  return { body, headers: rest.length > limit ? { link: `</list?${next}>; rel="next"` } : {} };
}

describe('A customer with more payments than one page', () => {
  /** Newest first; one of the oldest is the only one to Swords. */
  const ALL: Payment[] = Array.from({ length: 130 }, (_, n) => ({
    id: 1000 - n,
    created: new Date(START - n * 12 * HOUR).toISOString(),
    status: 2,
    amount: 10,
    currency: 'EUR',
    description: n === 125 ? 'Delivery to Swords' : `Delivery ${n}`,
  }));
  const matching = (call: FakeCall) => {
    const [from, to, search] = ['from', 'to', 'search'].map((name) => call.query.get(name) ?? undefined);
    const rows = ALL.filter(
      ({ created, description }) =>
        (from === undefined || created >= from) &&
        (to === undefined || created < to) &&
        String(description)
          .toLowerCase()
          .includes((search ?? '').toLowerCase()),
    );
    // The position is found among all rows, because a search continues after the first page.
    const after = Number(call.query.get('after') ?? Number.POSITIVE_INFINITY);
    call.query.delete('after');
    return page(
      call,
      rows.filter(({ id }) => Number(id) < after),
    );
  };
  const open = () => {
    const api = fakeApi({ listPaymentMethods: () => ({ body: [] }), listPayments: matching });
    renderPlain(<BillingPanel list="history" onListChange={() => {}} />);
    return { api, user: userEvent.setup() };
  };
  const rows = () => document.querySelectorAll('h3');

  test('sees the newest after one request and the others on demand (PRD-76)', async () => {
    const { api, user } = open();
    await waitFor(() => expect(rows()).toHaveLength(30));
    expect(api.callsOf('listPayments')).toHaveLength(1);
    for (const count of [60, 90, 120, 130]) {
      await user.click(screen.getByText('Show more'));
      await waitFor(() => expect(rows()).toHaveLength(count));
    }
    expect(screen.queryByText('Show more')).toBeNull();
    expect(api.callsOf('listPayments').map(({ query }) => query.get('limit'))).toEqual(['100', '100']);
  });

  test('searches all of them, by text and by day (PRD-76)', async () => {
    const { api, user } = open();
    await waitFor(() => expect(rows()).toHaveLength(30));
    await user.type(screen.getByPlaceholderText('Enter tracking number'), 'swords');
    await waitFor(() => expect(rows()).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText('Show more')).toBeNull());
    await user.click(screen.getByText('Clear Filters'));
    await waitFor(() => expect(rows()).toHaveLength(30));
    await user.type(screen.getByLabelText('To Date'), '2026-09-05');
    await waitFor(() => expect(screen.queryByText('Show more')).toBeNull());
    const last = new Date(2026, 8, 6).toISOString();
    expect(rows()).toHaveLength(ALL.filter(({ created }) => created < last).length);
    expect(api.callsOf('listPayments').at(-1)?.query.get('to')).toBe(last);
    await user.type(screen.getByPlaceholderText('Enter tracking number'), 'zeppelin');
    expect(await screen.findByText('No payment history found')).toBeVisible();
  });
});

describe('A customer with many saved addresses', () => {
  const ALL: Address[] = Array.from({ length: 130 }, (_, n) =>
    anAddress({ id: n + 1, name: n === 119 ? 'Lighthouse' : `Shop ${n}` }),
  );
  const listAddresses = () => ({ body: ALL });
  const cards = () => document.querySelectorAll('li');

  test('sees the first of them and the others on demand, with one request (PRD-76)', async () => {
    const api = fakeApi({ listAddresses });
    await renderPages({ '/': () => <AddressesPanel /> });
    const user = userEvent.setup();
    await waitFor(() => expect(cards()).toHaveLength(30));
    for (const count of [60, 90, 120, 130]) {
      await user.click(screen.getByText('Show more'));
      await waitFor(() => expect(cards()).toHaveLength(count));
    }
    expect(screen.queryByText('Show more')).toBeNull();
    expect(api.callsOf('listAddresses')).toHaveLength(1);
  });

  test('finds all of them in an address field (PRD-76)', async () => {
    fakeApi({ listAddresses });
    await loadAddresses();
    const savedFor = (text: string) => renderHook(() => usePlaceSuggestions(text)).result.current.saved;
    expect(savedFor('')).toHaveLength(SAVED_PLACES_MAX);
    expect(savedFor('lighthouse').map(({ title }) => title)).toEqual(['Lighthouse']);
  });
});
