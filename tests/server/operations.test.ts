import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Order } from '../../src/contract/order.ts';
import { type ApiHarness, createApiHarness, parcel } from '../support/api-harness.ts';
import { onBothDatabases, openEmbedded } from '../support/databases.ts';
import { acceptAsOperator, createPaidRequest } from '../support/orders.ts';

onBothDatabases('Operators', (open) => {
  let harness: ApiHarness;
  beforeAll(async () => {
    harness = await createApiHarness(await open());
  });
  afterAll(() => harness.close());

  const guest = {
    firstName: 'Gráinne',
    lastName: 'Walsh',
    email: 'grainne@example.ie',
    pickup: '1 Main Street, Bray',
    dropoff: '2 Dame Street, Dublin',
  };

  async function paidRequest() {
    const { token } = await harness.createUser();
    const id = await createPaidRequest(harness, token);
    return { token, id, params: { id } };
  }
  async function accepted() {
    const request = await paidRequest();
    return { ...request, guid: (await acceptAsOperator(harness, request.id)).guid };
  }
  const report = (guid: string, event: object) => harness.ops('POST', `orders/${guid}/events`, event);

  test('read a report of any period before the first payment (PAY-15)', async () => {
    const report = await harness.ops('GET', 'reports/payments?from=2000-01-01&to=2099-12-31');
    expect(report).toMatchObject({ status: 200, body: [] });
  });

  test('accept a paid request, which becomes an order with a tracking number', async () => {
    const { token, id, params } = await paidRequest();
    const response = await harness.ops('POST', `orderrequests/${id}/accept`);
    expect(response).toMatchObject({ status: 200, body: { status: 1 } });
    const { body } = await harness.call('getDeliveryRequest', { token, params });
    expect(body.status).toBe(2);
    expect(body.order?.guid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(body.order?.referenceNumber).toMatch(/^SND-/);
    expect(body.order?.history?.map((event) => event.type)).toEqual([0, 2, 1]);
  });

  test('accept a request once, however often they press the button', async () => {
    const { id } = await paidRequest();
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => harness.ops('POST', `orderrequests/${id}/accept`)),
    );
    expect(new Set(responses.map(({ body }) => v.parse(Order, body).guid)).size).toBe(1);
  });

  test('cannot accept a request that is unpaid or does not exist', async () => {
    const { token } = await harness.createUser();
    const { id } = (await harness.call('createDeliveryRequest', { token, body: parcel() })).body;
    expect(await harness.ops('POST', `orderrequests/${id}/accept`)).toMatchObject({
      status: 409,
      body: { title: 'ORDER_REQUEST_NOT_PAID' },
    });
    expect((await harness.ops('POST', 'orderrequests/999999/accept')).status).toBe(404);
    expect((await harness.ops('POST', 'guest-requests/999999/accept')).status).toBe(404);
  });

  test('change the status of an order by reporting events', async () => {
    const { guid, token, params } = await accepted();
    const expected: [number, number][] = [
      [3, 2],
      [9, 2],
      [4, 3],
      [6, 3],
      [7, 7],
      [5, 5],
    ];
    for (const [type, status] of expected) {
      expect((await report(guid, { type })).body).toMatchObject({ status });
    }
    const { body } = await harness.call('getDeliveryRequest', { token, params });
    expect(body.status).toBe(3);
    expect(body.order?.deliveredTime).toBe(harness.clock.now().toISOString());
  });

  test('send a parcel back after the third failed attempt', async () => {
    const { guid, token, params } = await accepted();
    for (const status of [7, 7, 8]) {
      expect((await report(guid, { type: 8 })).body).toMatchObject({ status });
    }
    expect((await harness.call('getDeliveryRequest', { token, params })).body.status).toBe(3);
    expect((await report(guid, { type: 3 })).body).toMatchObject({ title: 'ORDER_CLOSED', status: 409 });
  });

  test('report an event once, however often a call with its time is repeated (REL-10)', async () => {
    const { guid } = await accepted();
    harness.advanceClock(3 * 24 * 3_600_000);
    const attempts = ['2026-11-03T09:00:00Z', '2026-11-03T17:00:00Z'].map((time) => ({ type: 8, time }));
    for (const attempt of attempts) {
      for (let call = 0; call < 3; call++) {
        expect((await report(guid, attempt)).body).toMatchObject({ status: 7 });
      }
    }
    const delivered = { type: 5, time: '2026-11-04T09:00:00Z' };
    for (let call = 0; call < 2; call++) {
      expect(await report(guid, delivered)).toMatchObject({ status: 200, body: { status: 5 } });
    }
    const { body } = await report(guid, attempts[0] ?? {});
    expect(v.parse(Order, body).history?.map(({ type }) => type)).toEqual([0, 2, 1, 8, 8, 5]);
    expect(body).toMatchObject({ status: 5 });
  });

  test('cancel an order and can correct a mistake by setting a status', async () => {
    const { guid, token, params } = await accepted();
    expect((await report(guid, { type: 10 })).body).toMatchObject({ status: 6 });
    expect((await harness.call('getDeliveryRequest', { token, params })).body.status).toBe(3);
    expect((await report(guid, { type: 6, status: 4 })).body).toMatchObject({ status: 4 });
    expect((await harness.call('getDeliveryRequest', { token, params })).body.status).toBe(2);
  });

  test('set day, slot and time of an event', async () => {
    const { guid } = await accepted();
    const event = {
      type: 3,
      time: '2026-11-01T09:00:00Z',
      deliveryDate: '2026-11-03',
      deliveryTime: '14:00 - 16:00',
    };
    const { body } = await report(guid, event);
    expect(body).toMatchObject({ deliveryDate: '2026-11-03', deliveryTime: '14:00 - 16:00' });
    expect(v.parse(Order, body).history).toContainEqual({ type: 3, time: '2026-11-01T09:00:00.000Z' });
  });

  test('report a failed attempt, after which its day is planned no more, unless another one is', async () => {
    const today = harness.clock.now().toISOString().slice(0, 10);
    const planned = { type: 3, deliveryDate: today, deliveryTime: '09:00 - 11:00' };
    for (const [event, deliveryDate, deliveryTime] of [
      [{ type: 8 }, null, null],
      [{ type: 7 }, null, null],
      [{ type: 8, deliveryDate: '2028-02-29' }, '2028-02-29', '09:00 - 11:00'],
      [{ type: 8, deliveryTime: '16:00 - 18:00' }, today, '16:00 - 18:00'],
    ] as const) {
      const { guid } = await accepted();
      await report(guid, planned);
      expect((await report(guid, event)).body).toMatchObject({ status: 7, deliveryDate, deliveryTime });
    }
    const { guid } = await accepted();
    await report(guid, { ...planned, deliveryDate: '2028-02-29' });
    expect((await report(guid, { type: 8 })).body).toMatchObject({ deliveryDate: '2028-02-29' });
  });

  test.each([
    [{}, 'Must be given'],
    [{ type: 1.5 }, 'Must be a whole number'],
    [{ type: 11 }, 'Must be at most 10'],
    [{ type: -1 }, 'Must be at least 0'],
  ])('read what is wrong with an event and not the input: %j (REL-15)', async (event, message) => {
    const { body } = await report(crypto.randomUUID(), event);
    expect(body).toMatchObject({ errors: [{ path: 'type', message }] });
  });

  test('cannot report invalid events', async () => {
    const { guid } = await accepted();
    for (const event of [
      {},
      { type: 11 },
      { type: 1.5 },
      { type: 3, status: 9 },
      { type: 3, time: 'soon' },
      { type: 3, deliveryDate: '2026-13-40' },
      { type: 3, deliveryDate: '2026-02-30' },
      { type: 3, time: '2026-02-30T10:00:00Z' },
      { type: 3, time: '0000-01-01T10:00:00Z' },
      { type: 3, time: '2026-11-03T10:00:00+05' },
      { type: 3, time: new Date(harness.clock.now().getTime() + 3_600_000).toISOString() },
      { type: 3, deliveryTime: 7 },
      { type: 3, date: '2026-11-03' },
    ]) {
      expect((await report(guid, event)).status).toBe(400);
    }
    expect((await report('3f0c4f0e-0000-4000-8000-000000000000', { type: 3 })).status).toBe(404);
    expect((await report('nonsense', { type: 3 })).status).toBe(404);
  });

  test('accept the request of a guest that is paid otherwise, whose device reads that by the key of the request (WIZ-48)', async () => {
    const key = crypto.randomUUID();
    const headers = { 'idempotency-key': key };
    const submitted = await harness.call('submitGuestRequest', { body: { ...guest, email: '' }, headers });
    const { id } = submitted.body;
    const read = async () => (await harness.call('getGuestRequest', { params: { key } })).body;
    expect(await read()).toEqual({ ...submitted.body, status: 1, trackingNumber: null, payment: null });
    const { body } = await harness.ops('POST', `guest-requests/${id}/accept`, { isPaidOtherwise: true });
    const { guid } = (body as { order: Order }).order;
    expect(await read()).toEqual({ ...submitted.body, status: 2, trackingNumber: guid, payment: null });
    for (const unknown of [crypto.randomUUID(), String(id)]) {
      const params = { key: unknown };
      expect(await harness.status('getGuestRequest', { params })).toBe(404);
    }
  });

  test('accept the request of a guest that no one can read with a key such as 1 (SEC-20)', async () => {
    const headers = { 'idempotency-key': '1' };
    await harness.call('submitGuestRequest', { body: guest, headers });
    expect(await harness.status('getGuestRequest', { params: { key: '1' } })).toBe(404);
  });

  test('accept the request of a guest, whose tracking number is emailed (PAY-70)', async () => {
    const { id } = (await harness.call('submitGuestRequest', { body: guest })).body;
    const accept = async () =>
      (await harness.ops('POST', `guest-requests/${id}/accept`, { isPaidOtherwise: true })).body as {
        order: Order;
      };
    const { guid } = (await accept()).order;
    expect(await accept()).toMatchObject({ isPaidOtherwise: true, order: { guid } });
    const before = harness.emails.length;
    await harness.runJobs();
    await harness.runJobs();
    expect(harness.emails.slice(before)).toHaveLength(1);
    expect(harness.emails.at(-1)).toMatchObject({ to: guest.email });
    expect(harness.emails.at(-1)?.text).toContain(`/tracking?guid=${guid}`);
    const tracking = (await harness.call('trackOrder', { params: { orderGuid: guid } })).body;
    expect(tracking).toMatchObject({ from: 'Bray', to: 'Dublin', status: 1 });
    await report(guid, { type: 5 });
    const list = (await harness.ops('GET', 'guest-requests?order=newest')).body as {
      id: number;
      order: Order | null;
    }[];
    expect(list.find((row) => row.id === id)?.order?.status).toBe(5);
  });

  test.each([
    'orderrequests?created=2026-02-30',
    'guest-requests?deliveryDate=2026-04-31',
    'payments?created=2026-02-30',
    'reports/payments?from=2026-02-30&to=2026-03-01',
    'reports/payments?from=2026-03-02&to=2026-03-01',
    'failed-jobs?kind=email',
    'audit?after=7',
  ])('cannot ask for what does not exist: %s (REL-15)', async (path) => {
    expect(await harness.ops('GET', path)).toMatchObject({
      status: 400,
      body: { title: 'VALIDATION_EXCEPTION' },
    });
  });

  test('see the customer of each request', async () => {
    const { id } = await paidRequest();
    const list = (await harness.ops('GET', 'orderrequests?status=1&order=newest')).body as object[];
    expect(list[0]).toMatchObject({ id, status: 1, customer: { name: 'Aoife Brennan' } });
    expect(JSON.stringify(list)).not.toMatch(/hash|idempotency/i);
  });

  test('need the operator token', async () => {
    const { token } = await harness.createUser();
    for (const wrong of ['', 'guess', token]) {
      expect((await harness.ops('GET', 'orderrequests', undefined, wrong)).status).toBe(401);
      expect((await harness.ops('POST', 'orderrequests/1/accept', undefined, wrong)).status).toBe(401);
    }
  });

  test('have no API if no token is configured', async () => {
    const bare = await createApiHarness(await openEmbedded(), { OPS_TOKEN: '' });
    expect((await bare.ops('GET', 'orderrequests', undefined, '')).status).toBe(404);
    await bare.close();
  });
});
