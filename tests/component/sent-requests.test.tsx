import '../support/fake-indexeddb.ts';
import '../support/web-locks.ts';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { configureClient } from '../../src/api/send-call.ts';
import { OfflineBanner } from '../../src/app/OfflineBanner.tsx';
import { SentRequests } from '../../src/features/outbox/SentRequests.tsx';
import type { Intent } from '../../src/outbox/entry.ts';
import { deleteEntries, enqueue } from '../../src/outbox/queue.ts';
import { useApp } from '../../src/stores/app.ts';
import { useDelivery } from '../../src/stores/delivery.ts';
import { useOutbox } from '../../src/stores/outbox.ts';
import { useStorageQuota } from '../../src/stores/storage-quota.ts';
import { useUser } from '../../src/stores/user.ts';
import { submitDeliveryRequest } from '../../src/use-cases/deliveries/submit-delivery-request.ts';
import { drainNow, refreshOutboxStore, startOutbox } from '../../src/use-cases/outbox/outbox.ts';
import { deliveryRequest } from '../offline/fake-server.ts';
import { AOIFE, resetAs } from '../support/account-fixtures.ts';
import { fakeApi } from '../support/fake-api.ts';
import { renderPages } from '../support/render.tsx';

const request = deliveryRequest();
const asCustomer: Intent = { kind: 'createDeliveryRequest', body: request };
const asGuest = (email: string): Intent => ({
  kind: 'submitGuestRequest',
  request,
  body: { firstName: 'Nuala', lastName: 'Byrne', phone: '', email, pickup: 'A', dropoff: 'B', note: '' },
});
const created = { ...request, id: 7, created: '2026-11-01T10:00:00.000Z', status: 0, estimatedPrice: 13.33 };
const card = () => screen.queryByText(/^Sent: /);

configureClient({
  baseUrls: () => ({ apiBase: 'http://send.test/api', hookBase: 'http://send.test/hook' }),
  session: () => {
    const { user } = useUser.getState();
    return user ? { token: user.jwtToken, account: user.email } : undefined;
  },
});
startOutbox();

beforeEach(async () => {
  resetAs(AOIFE);
  useOutbox.getState().reset();
  await deleteEntries(() => true);
  fakeApi({
    createDeliveryRequest: () => ({ status: 201, body: created }),
    submitGuestRequest: () => ({ status: 201, body: { id: 12 } }),
    listAddresses: () => ({ body: [] }),
  });
});

async function open() {
  await renderPages({
    '/': () => (
      <>
        <OfflineBanner />
        <SentRequests />
      </>
    ),
    '/deliveries/$deliveryId/payment': () => <h1>Payment</h1>,
  });
  return userEvent.setup();
}

test('a request that waited is announced on every screen when it is sent, with a Pay button, until it is dismissed (REL-24)', async () => {
  await enqueue('key-1', AOIFE.email, asCustomer);
  await refreshOutboxStore();
  const user = await open();
  expect(card()).toBeNull();
  await act(async () => drainNow());
  const status = (await screen.findByText('Sent: 12 Leinster Road to 3 Abbey Street.')).closest(
    '[role="status"]',
  );
  expect(status).not.toBeNull();
  const pay = within(status as HTMLElement).getByRole('link', { name: /^Pay €13.33: / });
  expect(pay.getAttribute('href')).toBe('/deliveries/7/payment');
  await act(async () => refreshOutboxStore());
  expect(card()).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(card()).toBeNull();
  await act(async () => refreshOutboxStore());
  expect(card()).toBeNull();
});

test('the card does not appear while something is pressed, which it would move (LAY-54, REL-24)', async () => {
  await enqueue('key-1', AOIFE.email, asCustomer);
  await refreshOutboxStore();
  const user = await open();
  await user.pointer({ keys: '[MouseLeft>]', target: document.body });
  await act(async () => drainNow());
  await vi.waitFor(() => expect(useOutbox.getState().announced).toHaveLength(1));
  await act(() => vi.dynamicImportSettled());
  expect(card()).toBeNull();
  await user.pointer('[/MouseLeft]');
  expect(await screen.findByText(/^Sent: /)).toBeVisible();
});

test('a request that has been paid meanwhile has no Pay button (REL-24)', async () => {
  await enqueue('key-1', AOIFE.email, asCustomer);
  await refreshOutboxStore();
  await open();
  await act(async () => drainNow());
  await screen.findByRole('link', { name: /^Pay €13.33: / });
  await act(async () => useDelivery.getState().upsert(AOIFE.email, { ...created, status: 1 }, Date.now()));
  expect(screen.getByRole('link', { name: /^View delivery: / }).getAttribute('href')).toBe('/deliveries/7');
});

test.each([
  ['niamh@example.ie', 'We will check your request and email the tracking number to niamh@example.ie.'],
  ['', 'We will check your request next. Keep the reference in case you contact us.'],
])('a guest with the email "%s" sees the reference and what happens next (REL-24)', async (email, next) => {
  useUser.setState({ user: null });
  await enqueue('key-1', null, asGuest(email));
  await refreshOutboxStore();
  await open();
  await act(async () => drainNow());
  expect((await screen.findByText(/^Sent: /)).parentElement?.textContent).toBe(
    `Sent: 12 Leinster Road to 3 Abbey Street. Reference 12. ${next}`,
  );
});

test('a request whose submission is on the screen is not announced as well (REL-24)', async () => {
  await open();
  const outcome = await act(() =>
    submitDeliveryRequest('key-1', { kind: 'createDeliveryRequest', body: request }),
  );
  expect(outcome.kind).toBe('created');
  await act(async () => refreshOutboxStore());
  expect(card()).toBeNull();
});

test('if many requests were sent, three are named and the others counted (REL-24)', async () => {
  for (let number = 0; number < 5; number++) await enqueue(`key-${number}`, AOIFE.email, asCustomer, number);
  await refreshOutboxStore();
  await open();
  await act(async () => drainNow());
  expect(await screen.findByText('2 more requests were sent.')).toBeVisible();
  expect(screen.getAllByText(/^Sent: /)).toHaveLength(3);
});

test('while many requests are sent, all of them are read four times a second and not after each (REL-05)', async () => {
  for (let number = 0; number < 60; number++) await enqueue(`key-${number}`, AOIFE.email, asCustomer, number);
  await refreshOutboxStore();
  await open();
  let reads = 0;
  const end = useOutbox.subscribe((state, before) => {
    if (state.entries !== before.entries) reads += 1;
  });
  const started = performance.now();
  await act(async () => drainNow());
  end();
  expect(useOutbox.getState().entries).toEqual([]);
  expect(reads).toBeLessThanOrEqual((performance.now() - started) / 250 + 3);
});

test('a captive portal is announced with a link to its page that no cache responds to (SES-03)', async () => {
  await open();
  await act(async () => useApp.setState({ isReachable: true, needsNetworkSignIn: true }));
  expect(screen.getByText('This network needs you to sign in.')).toBeVisible();
  expect(screen.queryByText('You are offline.')).toBeNull();
  const link = screen.getByRole('link', { name: 'Open sign-in page' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/connected.html', '_blank']);
  await act(async () => useApp.setState({ isReachable: false, needsNetworkSignIn: false }));
  expect(screen.getByText('You are offline.')).toBeVisible();
  await act(async () => useApp.setState({ isReachable: true }));
});

test('the banner promises to save requests only on a device that can save them (REL-27)', async () => {
  await open();
  await act(async () => useApp.setState({ isReachable: false }));
  expect(screen.getByText(/Requests are saved on this device/)).toBeVisible();
  await act(async () => useStorageQuota.setState({ isWritable: false }));
  expect(screen.queryByText(/Requests are saved on this device/)).toBeNull();
  expect(screen.getByText('You are offline.')).toBeVisible();
  await act(async () => {
    useStorageQuota.setState({ isWritable: true });
    useApp.setState({ isReachable: true });
  });
});
