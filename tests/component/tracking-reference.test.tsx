import '../support/fake-indexeddb.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toGuestRequest } from '../../src/domain/request-payload.ts';
import { deleteEntries, enqueue, resolveEntry } from '../../src/outbox/queue.ts';
import { refreshOutboxStore } from '../../src/use-cases/outbox/outbox.ts';
import { aDelivery, anOrder, GUID } from '../support/delivery-fixtures.ts';
import { fakeApi, problemReply } from '../support/fake-api.ts';
import { button, openTracking, resetDevice } from './deliveries-harness.tsx';

const REFERENCE = 'SND-7F3C9K2Q4R';
const TRACKING = { ...anOrder({ referenceNumber: REFERENCE }), from: 'Dublin', to: 'Howth' };
const STATUS = { referenceNumber: REFERENCE, status: 2, order: { status: 3 } };
const found = {
  trackOrder: () => ({ body: TRACKING }),
  getReferenceStatus: () => ({ body: STATUS }),
};
const numberField = () => screen.getByLabelText<HTMLInputElement>('Tracking number');

async function enter(reference: string) {
  const { user } = await openTracking();
  await user.type(numberField(), reference);
  await user.click(button('Track Package'));
  return user;
}

describe('A guest who enters a reference', () => {
  beforeEach(() => resetDevice(null));
  afterEach(() => deleteEntries(() => true));

  test('sees and hears the status, and what to enter to see more (TRK-18, LAY-40)', async () => {
    const api = fakeApi(found);
    const user = await enter(` ${REFERENCE.toLowerCase()} `);
    const title = await screen.findByText(`${REFERENCE}: In Transit`);
    expect(title.closest('[role="alert"]')?.textContent).toContain('A reference shows only the status.');
    expect(api.callsOf('getReferenceStatus')).toMatchObject([{ path: `references/${REFERENCE}` }]);
    expect(api.callsOf('trackOrder')).toEqual([]);
    await user.type(numberField(), '{Backspace}');
    expect(screen.queryByText(/In Transit/)).toBeNull();
  });

  test('sees the status of a link at once (TRK-18)', async () => {
    const api = fakeApi(found);
    await openTracking(REFERENCE);
    expect(await screen.findByText(`${REFERENCE}: In Transit`)).toBeVisible();
    expect(numberField().value).toBe(REFERENCE);
    expect(screen.queryByText('No package found')).toBeNull();
    expect(api.callsOf('trackOrder')).toEqual([]);
  });

  test.each([
    [problemReply(404, 'ORDER_NOT_FOUND'), `No delivery has the reference ${REFERENCE}.`],
    [problemReply(429, 'TOO_MANY_REQUESTS'), 'Too many references were tried.'],
    [problemReply(500, 'INTERNAL_ERROR'), 'Something went wrong on our side. Try again in a moment.'],
  ])('reads and hears beside the field why it was not found (TRK-18, LAY-40): %j', async (reply, message) => {
    fakeApi({ getReferenceStatus: () => reply });
    await enter(REFERENCE);
    expect(await screen.findByText(new RegExp(message))).toBeVisible();
    // The focus does not move, so that nothing else announces it.
    expect(screen.getByRole('alert').textContent).toContain(message);
    expect(numberField().getAttribute('aria-invalid')).toBe('true');
  });

  test('sees everything about a request that was sent from this device (TRK-18)', async () => {
    const { order: _order, ...request } = aDelivery({ deliveryNote: '' });
    const input = { ...request, deliveryNote: '', deliveryType: 0 as const };
    const guest = { firstName: 'Niamh', lastName: 'Byrne', email: '', phone: '' };
    const body = toGuestRequest(input, { guest });
    const key = crypto.randomUUID();
    await enqueue(key, null, { kind: 'submitGuestRequest', body, request: input }, Date.now());
    const response = { id: 1, referenceNumber: REFERENCE };
    await resolveEntry(key, { kind: 'guest', response }, Date.now());
    await refreshOutboxStore();
    const state = { ...response, status: 2, trackingNumber: GUID };
    const api = fakeApi({ ...found, getGuestRequest: () => ({ body: state }) });
    await enter(REFERENCE);
    const card = await screen.findByRole('article', { name: 'Tracking result' });
    expect(within(card).getByText('On its way to Howth')).toBeVisible();
    expect(api.callsOf('getGuestRequest')).toMatchObject([{ path: `guestrequests/${key}` }]);
    expect(api.callsOf('getReferenceStatus')).toEqual([]);
  });
});

describe('A customer who enters a reference', () => {
  beforeEach(() => resetDevice());
  const listDeliveryRequests = () => ({
    body: [
      aDelivery({ id: 8, status: 2, referenceNumber: REFERENCE, order: anOrder() }),
      aDelivery({ id: 9, status: 0, referenceNumber: 'SND-9999999999' }),
    ],
  });

  test('sees their own delivery (TRK-09)', async () => {
    const api = fakeApi({ ...found, listDeliveryRequests });
    await enter(REFERENCE.toLowerCase());
    expect(await screen.findByRole('region', { name: 'Tracking Results' })).toBeVisible();
    await waitFor(() =>
      expect(api.callsOf('trackOrder')).toMatchObject([{ path: `orders/${GUID}/tracking` }]),
    );
  });

  test('reads that their own delivery has no tracking number yet (TRK-09)', async () => {
    const api = fakeApi({ ...found, listDeliveryRequests });
    await enter('SND-9999999999');
    expect(await screen.findByText('SND-9999999999: Waiting payment')).toBeVisible();
    expect(screen.getByText(/^It is one of your deliveries/)).toBeVisible();
    expect(api.callsOf('getReferenceStatus')).toEqual([]);
  });

  test('sees only the status of a delivery that is not theirs (TRK-18)', async () => {
    fakeApi({ ...found, listDeliveryRequests, getReferenceStatus: () => ({ body: STATUS }) });
    await enter('SND-2222222222');
    expect(await screen.findByText(`${REFERENCE}: In Transit`)).toBeVisible();
    expect(screen.getByText(/^This delivery is not in your account/)).toBeVisible();
  });
});
