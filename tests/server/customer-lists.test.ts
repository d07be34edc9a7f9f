import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertPayment } from '../../server/queries/payments.ts';
import { PAYMENT_STATUS } from '../../src/contract/status.ts';
import { type ApiHarness, type CallResult, createApiHarness, parcel } from '../support/api-harness.ts';
import { onBothDatabases } from '../support/databases.ts';
import { createPaymentHarness, ORIGIN, type PaymentHarness } from '../support/payment-harness.ts';

const ADDRESS = { country: 'Ireland', city: 'Bray', street: '1 Main Street', postalCode: 'A98' };
const HOUR = 3600_000;
const START = Date.parse('2026-11-02T10:00:00Z');

onBothDatabases('Long lists of a customer', (open) => {
  let paymentHarness: PaymentHarness;
  let harness: ApiHarness;
  let token: string;
  const addressIds: number[] = [];
  const paymentIds: number[] = [];

  beforeAll(async () => {
    const database = await open();
    paymentHarness = await createPaymentHarness(async () => database);
    harness = await createApiHarness(database, {}, { payments: paymentHarness.payments });
    const { user, token: ownToken } = await harness.createUser();
    token = ownToken;
    for (let n = 0; n < 6; n++) {
      const body = { ...ADDRESS, name: `Shop ${n}`, isDefaultPickUp: n === 4, isDefaultDropOff: n === 5 };
      addressIds.push((await harness.call('createAddress', { token, body })).body.id);
      const pickUpSnapshot = { name: '2 Dame Street', city: 'Dublin' };
      const request = parcel({
        pickUpSnapshot,
        dropOffSnapshot: { name: `${n} Abbey Street, Howth`, city: 'Howth' },
      });
      const { id } = (await harness.call('createDeliveryRequest', { token, body: request })).body;
      // Two of the payments have the same moment of creation.
      const created = new Date(START + (n === 2 ? 1 : n) * HOUR);
      const payment = await insertPayment(harness.db, {
        userId: user.id,
        deliveryRequestId: id,
        provider: 'sandbox',
        origin: ORIGIN,
        sessionState: 'complete',
        status: n === 5 ? PAYMENT_STATUS.new : PAYMENT_STATUS.paid,
        amountCents: 1000,
        currency: 'EUR',
        description: `Delivery ${n}, 100%`,
        expires: created,
        checked: created,
        created,
        lastModified: created,
      });
      if (payment) paymentIds.push(payment.id);
    }
  });
  afterAll(() => paymentHarness.close());

  const get = (path: string, as = token) =>
    harness.send(path, { headers: { authorization: `Bearer ${as}` } });
  const nextOf = ({ headers }: CallResult<unknown>) =>
    /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  const idsOf = ({ body }: CallResult<unknown>) => (body as { id: number }[]).map(({ id }) => id);

  /** The ids of every page. */
  async function pagesOf(path: string): Promise<number[][]> {
    const pages: number[][] = [];
    let next: string | undefined = path;
    while (next !== undefined) {
      const response: CallResult<unknown> = await get(next);
      pages.push(idsOf(response));
      next = nextOf(response);
    }
    return pages;
  }

  test('of payments is complete without parameters, and has pages without gaps (PRD-76)', async () => {
    const whole = await get('/api/payments');
    const newestFirst = [4, 3, 2, 1, 0].map((n) => paymentIds[n]);
    expect(idsOf(whole)).toEqual(newestFirst);
    expect(nextOf(whole)).toBeUndefined();
    expect((await pagesOf('/api/payments?limit=2')).flat()).toEqual(newestFirst);
    expect(await pagesOf('/api/payments?limit=5')).toEqual([newestFirst]);
  });

  test('of payments can be searched and limited to a time, page by page (PRD-76)', async () => {
    const found = async (query: Record<string, string>) =>
      (await pagesOf(`/api/payments?${new URLSearchParams({ limit: '2', ...query })}`)).flat();
    const indexes = async (query: Record<string, string>) =>
      (await found(query)).map((id) => paymentIds.indexOf(id));
    expect(await indexes({ search: 'delivery 3' })).toEqual([3]);
    expect(await indexes({ search: '3 abbey' })).toEqual([]);
    expect(await indexes({ search: 'DUBLIN to howth' })).toEqual([4, 3, 2, 1, 0]);
    expect(await indexes({ search: '100%' })).toEqual([4, 3, 2, 1, 0]);
    expect(await indexes({ search: '1000%' })).toEqual([]);
    const at = (hours: number) => new Date(START + hours * HOUR).toISOString();
    expect(await indexes({ from: at(1) })).toEqual([4, 3, 2, 1]);
    expect(await indexes({ to: at(3) })).toEqual([2, 1, 0]);
    expect(await indexes({ from: at(1), to: at(3), search: 'delivery 1' })).toEqual([1]);
  });

  test('of addresses is complete without parameters, and its first page has the defaults (PRD-76)', async () => {
    const whole = await get('/api/addresses/send');
    expect(idsOf(whole)).toEqual(addressIds);
    expect(nextOf(whole)).toBeUndefined();
    const [a, b, c, d, pickUp, dropOff] = addressIds;
    expect(await pagesOf('/api/addresses/send?limit=3')).toEqual([
      [a, pickUp, dropOff],
      [b, c, d],
    ]);
    expect(await pagesOf('/api/addresses/send?limit=1')).toEqual([[pickUp], [dropOff], [a], [b], [c], [d]]);
    expect(await pagesOf('/api/addresses/send?limit=6')).toEqual([addressIds]);
    // A row is presented as in the whole list.
    expect((await get('/api/addresses/send?limit=6')).body).toEqual(whole.body);
  });

  test('of addresses can be searched by name and by the line that the app shows (PRD-76)', async () => {
    const found = async (search: string) =>
      (await pagesOf(`/api/addresses/send?${new URLSearchParams({ limit: '4', search })}`)).flat();
    expect(await found(' shop 3 ')).toEqual([addressIds[3]]);
    expect(await found('STREET, A98, bray')).toHaveLength(6);
    expect(await found('Howth')).toEqual([]);
  });

  test('never contains rows of someone else (PRD-76)', async () => {
    const { token: other } = await harness.createUser();
    for (const path of ['/api/payments?limit=1', '/api/addresses/send?limit=1']) {
      const next = nextOf(await get(path));
      expect(next).toBeDefined();
      expect((await get(next ?? '', other)).body).toEqual([]);
    }
  });

  test.each([
    'payments?limit=0',
    'payments?after=x',
    'payments?from=yesterday',
    'payments?to=0000-01-01T00:00:00Z',
    'payments?to=9999-12-31T23:59:59-23:59',
    `payments?search=${'x'.repeat(101)}`,
    'addresses/send?limit=501',
    'addresses/send?after=1-9999999999',
  ])('refuses %s', async (path) => {
    expect((await get(`/api/${path}`)).status).toBe(400);
  });
});
