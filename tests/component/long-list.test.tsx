import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DeliveryRequest } from '../../src/contract/delivery-request.ts';
import { matchesSearch, tabOf } from '../../src/domain/delivery-list.ts';
import { useDelivery } from '../../src/stores/delivery.ts';
import { useUser } from '../../src/stores/user.ts';
import { refreshDeliveries } from '../../src/use-cases/deliveries/refresh-deliveries.ts';
import { AOIFE } from '../support/account-fixtures.ts';
import { aDelivery } from '../support/delivery-fixtures.ts';
import { type FakeCall, fakeApi } from '../support/fake-api.ts';
import { button, openDeliveries, resetDevice, setReachable, tab } from './deliveries-harness.tsx';

beforeEach(() => resetDevice());

const HOUR = 3600_000;
/** Newest first; every tenth is past, and the last one is the only one to Swords. */
const ALL = Array.from({ length: 130 }, (_, n) =>
  aDelivery({
    id: 1000 - n,
    created: new Date(Date.UTC(2026, 10, 1) - n * HOUR).toISOString(),
    status: n % 10 === 9 ? 3 : 1,
    dropOffSnapshot: { name: n === 128 ? 'Swords' : 'Howth' },
  }),
);
// Queries by role take seconds in a document with hundreds of cards.
const cards = () => [...document.querySelectorAll('a[href^="/deliveries/"]')];
const showMore = () => screen.getByText('Show more');

/** Responds as the reference server does: one page of the rows that fit, with a link to the next one. */
function page({ query }: FakeCall, all: readonly DeliveryRequest[] = ALL) {
  const filter = query.get('filter');
  const after = query.get('after');
  const rows = all
    .slice(after === null ? 0 : all.findIndex(({ id }) => String(id) === after) + 1)
    .filter((delivery) => filter === null || tabOf(delivery) === filter)
    .filter((delivery) => matchesSearch(delivery, query.get('search') ?? ''));
  const limit = Number(query.get('limit'));
  const body = rows.slice(0, limit);
  const next = new URLSearchParams({ ...Object.fromEntries(query), after: String(body.at(-1)?.id) });
  const headers = rows.length > limit ? { link: `</api/orderrequests?${next}>; rel="next"` } : {};
  return { body, headers };
}

describe('A customer with more deliveries than one page', () => {
  test('sees the first of them after one request, and more of them on demand (PRD-72)', async () => {
    const api = fakeApi({ listDeliveryRequests: page });
    const { user } = await openDeliveries();
    await waitFor(() => expect(cards()).toHaveLength(30));
    expect(api.callsOf('listDeliveryRequests').map(({ query }) => String(query))).toEqual(['limit=100']);
    for (const count of [60, 90]) {
      await user.click(showMore());
      expect(cards()).toHaveLength(count);
    }
    expect(api.callsOf('listDeliveryRequests')).toHaveLength(1);
    await user.click(showMore());
    await waitFor(() => expect(cards()).toHaveLength(117));
    expect(screen.queryByText('Show more')).toBeNull();
  });

  test('returns with Back to the rows that were shown, and starts again in a new visit (PRD-72)', async () => {
    fakeApi({ listDeliveryRequests: page });
    const { user, router } = await openDeliveries();
    await waitFor(() => expect(cards()).toHaveLength(30));
    await user.click(showMore());
    await waitFor(() => expect(cards()).toHaveLength(60));
    await act(() => router.navigate({ to: '/' } as never));
    act(() => router.history.back());
    await screen.findByRole('heading', { name: 'My Deliveries' });
    expect(cards()).toHaveLength(60);
    await act(() => router.navigate({ to: '/' } as never));
    await act(() => router.navigate({ to: '/deliveries' } as never));
    await waitFor(() => expect(cards()).toHaveLength(30));
  });

  test('returns with Back to the search, which no one else sees (PRD-72, SES-04)', async () => {
    fakeApi({ listDeliveryRequests: page });
    const { user, router } = await openDeliveries();
    await waitFor(() => expect(cards()).toHaveLength(30));
    await user.type(screen.getByPlaceholderText('Search deliveries...'), 'swords');
    await waitFor(() => expect(cards()).toHaveLength(1));
    await act(() => router.navigate({ to: '/' } as never));
    act(() => router.history.back());
    expect(await screen.findByDisplayValue('swords')).toBeVisible();
    expect(cards()).toHaveLength(1);
    await act(() => router.navigate({ to: '/' } as never));
    act(() => useUser.setState({ user: { ...AOIFE, email: 'other@example.ie' } }));
    act(() => router.history.back());
    expect(await screen.findByPlaceholderText('Search deliveries...')).toHaveProperty('value', '');
  });

  test('does not take the search along to the list of another page (PRD-72)', async () => {
    fakeApi({ listDeliveryRequests: page });
    const { user, router } = await openDeliveries();
    await waitFor(() => expect(cards()).toHaveLength(30));
    await user.type(screen.getByPlaceholderText('Search deliveries...'), 'swords');
    await act(async () => {
      void router.navigate({ to: '/tracking' } as never);
      // The list is rendered once more while the next page loads.
      useDelivery.setState({ listUpdatedAt: Date.now() });
    });
    await screen.findByText('Package Tracking');
    expect(await screen.findByPlaceholderText('Search deliveries...')).toBeVisible();
    expect(screen.queryByDisplayValue('swords')).toBeNull();
  });

  test('searches and filters all of them (PRD-73)', async () => {
    const api = fakeApi({ listDeliveryRequests: page });
    const { user } = await openDeliveries();
    await waitFor(() => expect(cards()).toHaveLength(30));
    await user.type(screen.getByPlaceholderText('Search deliveries...'), 'swords');
    await waitFor(() => expect(cards()).toHaveLength(1));
    expect(api.callsOf('listDeliveryRequests').map(({ query }) => query.get('search'))).toEqual([
      null,
      'swords',
    ]);
    await user.clear(screen.getByPlaceholderText('Search deliveries...'));
    await user.click(tab('Past'));
    await waitFor(() => expect(cards()).toHaveLength(13));
    await user.type(screen.getByPlaceholderText('Search deliveries...'), 'zeppelin');
    expect(await screen.findByText('No delivery matches your search')).toBeVisible();
  });

  test('reads offline what was read before, and is told that the rest is missing (PRD-74)', async () => {
    fakeApi({ listDeliveryRequests: page });
    await refreshDeliveries();
    const api = fakeApi({});
    setReachable(false);
    const { user } = await openDeliveries();
    expect(cards()).toHaveLength(30);
    await user.click(tab('Past'));
    expect(cards()).toHaveLength(10);
    expect(await screen.findByText('Older entries load when you are back online.')).toBeVisible();
    api.script.listDeliveryRequests = page;
    await user.click(showMore());
    await waitFor(() => expect(cards()).toHaveLength(13));
  });

  test('keeps the older deliveries when the newest are refreshed (PRD-74)', async () => {
    const api = fakeApi({ listDeliveryRequests: page });
    const { user } = await openDeliveries();
    await waitFor(() => expect(cards()).toHaveLength(30));
    await user.click(tab('Past'));
    await waitFor(() => expect(cards()).toHaveLength(13));
    // The newest past delivery is deleted elsewhere.
    api.script.listDeliveryRequests = (call) =>
      page(
        call,
        ALL.filter(({ id }) => id !== 991),
      );
    await user.click(button('Refresh'));
    await waitFor(() => expect(cards()).toHaveLength(12));
  });
});

test('an API without pages returns every delivery at once (PRD-72)', async () => {
  const api = fakeApi({ listDeliveryRequests: () => ({ body: ALL }) });
  const { user } = await openDeliveries();
  await waitFor(() => expect(cards()).toHaveLength(30));
  await user.type(screen.getByPlaceholderText('Search deliveries...'), 'swords');
  expect(cards()).toHaveLength(1);
  expect(api.callsOf('listDeliveryRequests')).toHaveLength(1);
});

/** One row, and a link to a page that an API returns when it reads on. */
const withLink = (after: string, rows: DeliveryRequest[]) => ({
  body: rows,
  headers: { link: `</api/orderrequests?limit=100&after=${after}>; rel="next"` },
});

test.each<[string, (call: FakeCall) => ReturnType<typeof withLink>]>([
  ['that ignores the position', () => withLink('1000', ALL.slice(0, 1))],
  [
    'that links on from pages without rows',
    ({ query }) => withLink(`${Number(query.get('after')) + 1}`, query.has('after') ? [] : ALL.slice(0, 1)),
  ],
])('an API %s is not read without end (PRD-72)', async (_name, listDeliveryRequests) => {
  const api = fakeApi({ listDeliveryRequests });
  const { user } = await openDeliveries();
  await waitFor(() => expect(cards()).toHaveLength(1));
  await waitFor(() => expect(api.callsOf('listDeliveryRequests')).toHaveLength(2));
  await user.type(screen.getByPlaceholderText('Search deliveries...'), 'zeppelin');
  expect(await screen.findByText('No delivery matches your search')).toBeVisible();
  expect(api.callsOf('listDeliveryRequests')).toHaveLength(3);
});
