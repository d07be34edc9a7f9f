import '../support/fake-indexeddb.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toGuestRequest } from '../../src/domain/request-payload.ts';
import { Receipts } from '../../src/features/request/Receipts.tsx';
import { deleteEntries, enqueue, readEntries, resolveEntry } from '../../src/outbox/queue.ts';
import { useTracked } from '../../src/stores/tracked.ts';
import { refreshOutboxStore } from '../../src/use-cases/outbox/outbox.ts';
import { expireSession } from '../../src/use-cases/session/session.ts';
import { AOIFE, resetAs } from '../support/account-fixtures.ts';
import { aDelivery, anOrder, GUID } from '../support/delivery-fixtures.ts';
import { renderPages } from '../support/render.tsx';

const HOUR_MS = 3600_000;
const keys: string[] = [];

/** Stores receipts of a guest's requests, an hour apart, the last one just now, with the references SND-1, SND-2, … */
async function sent(count: number, email = 'niamh@example.ie'): Promise<void> {
  const { pickUpSnapshot, dropOffSnapshot, ...rest } = aDelivery();
  const request = { ...rest, pickUpSnapshot, dropOffSnapshot, deliveryNote: '', deliveryType: 0 as const };
  const guest = { firstName: 'Niamh', lastName: 'Byrne', email, phone: '' };
  for (let number = 1; number <= count; number += 1) {
    const key = `key-${crypto.randomUUID()}`;
    keys.push(key);
    const at = Date.now() - (count - number) * HOUR_MS;
    const body = toGuestRequest(request, { guest });
    const quote = { estimatedPrice: 18.4, currency: 'EUR' };
    await enqueue(key, null, { kind: 'submitGuestRequest', body, request }, at, quote);
    await resolveEntry(
      key,
      { kind: 'guest', response: { id: number, referenceNumber: `SND-${number}` } },
      at,
    );
  }
}

async function open() {
  await refreshOutboxStore();
  const view = await renderPages({
    '/': () => <Receipts onOpen={() => undefined} />,
    '/tracking': () => <h1>Package Tracking</h1>,
  });
  return { ...view, user: userEvent.setup() };
}
const references = () =>
  screen.queryAllByText(/^Reference /).map(({ textContent }) => textContent?.split(' ')[1]);
const button = (name: string) => screen.getByRole('button', { name });

beforeEach(() => {
  resetAs(null);
  useTracked.setState({ list: [] });
});
afterEach(async () => {
  await deleteEntries(() => true);
  keys.length = 0;
});

test('receipts are sorted newest first and say where the tracking number is sent (WIZ-36)', async () => {
  await sent(3);
  await open();
  expect(references()).toEqual(['SND-3', 'SND-2', 'SND-1']);
  expect(screen.getByRole('heading', { name: "Requests you've sent" })).toBeVisible();
  expect(screen.getAllByText(/email the tracking number to niamh@example.ie/)).toHaveLength(3);
  expect(screen.queryByRole('link', { name: /^Track Package: / })).toBeNull();
});

test('a receipt opens its package as soon as this device has stored it (TRK-17)', async () => {
  await sent(2);
  useTracked.getState().upsert({
    guid: GUID,
    tracking: { ...anOrder(), from: 'Dublin', to: 'Howth' },
    at: Date.now(),
    requestId: 2,
  });
  await open();
  const links = screen.getAllByRole('link', { name: /^Track Package: / });
  expect(links.map((link) => link.getAttribute('href'))).toEqual([`/tracking?guid=${GUID}`]);
  expect(screen.getAllByText(/email the tracking number to niamh@example.ie/)).toHaveLength(1);
});

test('a receipt shows its estimate until the request is paid, for perhaps another price (WIZ-36)', async () => {
  await sent(1);
  const { unmount } = await open();
  expect(screen.getByText('€18.40')).toBeVisible();
  unmount();
  useTracked.getState().upsert({ guid: GUID, tracking: anOrder(), at: 1, requestId: 1 });
  await open();
  expect(screen.getByRole('link', { name: /^Track Package: / })).toBeVisible();
  expect(screen.queryByText('€18.40')).toBeNull();
});

test('a guest who gave no email is not promised one', async () => {
  await sent(1, '');
  await open();
  expect(references()).toEqual(['SND-1']);
  expect(screen.queryByText(/mailed/)).toBeNull();
});

test('a hidden receipt can be restored, and the focus stays there (WIZ-36)', async () => {
  await sent(2);
  const { user } = await open();
  await user.click(button('Hide receipt SND-2'));
  expect(screen.getByText('Receipt SND-2 hidden. Your request is not affected.')).toBeVisible();
  expect(references()).toEqual(['SND-1']);
  expect(document.activeElement).toBe(button('Undo'));
  await user.click(button('Undo'));
  await waitFor(() => expect(references()).toEqual(['SND-2', 'SND-1']));
  expect(document.activeElement).toBe(button('Hide receipt SND-2'));
  expect((await readEntries()).map(({ state }) => state)).toEqual(['sent', 'sent']);
});

test('once the page is left, the device stores only the key of a hidden receipt (WIZ-36)', async () => {
  await sent(1);
  const { user, router, unmount } = await open();
  await user.click(button('Hide receipt SND-1'));
  await waitFor(async () => expect(await readEntries()).toMatchObject([{ state: 'done', id: keys[0] }]));
  expect(JSON.stringify(await readEntries())).not.toContain('Niamh');
  await router.navigate({ to: '/tracking' } as never);
  await screen.findByRole('heading', { name: 'Package Tracking' });
  unmount();
  await open();
  expect(references()).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('a hidden receipt stays hidden after a log out and can no longer be restored (WIZ-36)', async () => {
  await sent(2);
  resetAs(AOIFE);
  const { user } = await open();
  await user.click(button('Hide receipt SND-2'));
  await expireSession();
  await refreshOutboxStore();
  await waitFor(() => expect(references()).toEqual(['SND-1']));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});
