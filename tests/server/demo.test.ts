import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeHashTurn } from '../../server/accounts/passwords.ts';
import { DEFAULT_BUSINESS } from '../../server/config/business.ts';
import { listDeliveryRequestsPage } from '../../server/queries/delivery-requests.ts';
import { startGuestOrder } from '../../server/queries/guest-requests.ts';
import { findDocumentByKey } from '../../server/queries/payment-documents.ts';
import { sumEntriesByDay } from '../../server/queries/payment-ledger.ts';
import { findUserByEmail } from '../../server/queries/users.ts';
import { seedDemo } from '../../server/sandbox/demo.ts';
import { simulateStep } from '../../server/sandbox/simulator.ts';
import { DEMO_ACCOUNT } from '../../src/contract/constants.ts';
import { coordinatesOf, distanceKm } from '../../src/contract/coordinates.ts';
import { DEFAULT_TARIFF, priceInCents } from '../../src/contract/price.ts';
import { PAYMENT_STATUS } from '../../src/contract/status.ts';
import { DELIVERY_RADIUS_KM } from '../../src/domain/limits.ts';
import { type ApiHarness, createApiHarness, parcel } from '../support/api-harness.ts';
import { onBothDatabases, openEmbedded } from '../support/databases.ts';
import {
  createPaymentHarness,
  listPayments,
  ORIGIN,
  type PaymentHarness,
} from '../support/payment-harness.ts';

const log = pino({ level: 'silent' });
const DAY_MS = 24 * 3600_000;
const POUNDS = { ...DEFAULT_TARIFF, currency: 'GBP', baseCents: DEFAULT_TARIFF.baseCents + 100 };

const stepOf = (harness: ApiHarness, timeZone = 'UTC') => {
  harness.advanceClock(8000);
  const match = async () => ({ kind: 'unclear' as const, candidates: [] });
  const places = { match, routes: harness.app as never };
  return simulateStep({ ...harness, places, tariff: DEFAULT_TARIFF, timeZone });
};

test('The demo plans deliveries on the days and in the hours of the operator', async () => {
  const harness = await createApiHarness(await openEmbedded());
  // 00:00 on November 3
  const timeZone = 'Pacific/Kiritimati';
  await seedDemo({ ...harness, log }, { ...DEFAULT_BUSINESS, timeZone }, undefined);
  type Order = { deliveryDate: string | null; deliveryTime: string | null } | null;
  const list = async (query: string) =>
    (await harness.ops('GET', `orderrequests?${query}`)).body as { id: number; order: Order }[];
  // The seeded deliveries of tomorrow wait for their day.
  expect(await list('deliveryDate=2026-11-04')).toHaveLength(3);
  const { token } = await harness.createUser();
  const { id } = (await harness.call('createDeliveryRequest', { token, body: parcel() })).body;
  await harness.pay(id);
  await stepOf(harness, timeZone);
  await stepOf(harness, timeZone);
  const found = await list(`after=${id - 1}`);
  expect(found[0]?.order).toMatchObject({ deliveryDate: '2026-11-03', deliveryTime: '00:00 - 02:00' });
  expect(await list('deliveryDate=2026-11-04')).toHaveLength(3);
  await harness.close();
});

onBothDatabases('The demo account', (open) => {
  let harness: ApiHarness;
  beforeAll(async () => {
    harness = await createApiHarness(await open());
    await seedDemo({ ...harness, log }, DEFAULT_BUSINESS, undefined);
    await seedDemo({ ...harness, log }, DEFAULT_BUSINESS, undefined);
  });
  afterAll(() => harness.close());

  const step = () => stepOf(harness);

  test('has addresses and deliveries in several states, which are created once', async () => {
    const user = await findUserByEmail(harness.db, DEMO_ACCOUNT.email);
    const isRight = await takeHashTurn({ isKnown: true, rank: 0 }, (hasher) =>
      hasher.verify(DEMO_ACCOUNT.password, user?.passwordHash ?? 'none'),
    );
    expect(isRight).toBe(true);
    const token = (await harness.call('login', { body: DEMO_ACCOUNT })).body.jwtToken;
    const addresses = (await harness.call('listAddresses', { token })).body;
    expect(addresses.map((row) => row.name)).toEqual(['Home', 'Office', 'Warehouse']);
    // All saved addresses are in or near Dublin.
    for (const { latitude, longitude } of addresses) {
      expect(latitude).toBeCloseTo(53.3, 0);
      expect(longitude).toBeCloseTo(-6.3, 0);
    }
    const deliveries = (await harness.call('listDeliveryRequests', { token })).body;
    expect(new Set(deliveries.map((row) => row.order?.status))).toEqual(new Set([undefined, 2, 3, 5, 6, 7]));
    for (const { pickUpSnapshot, dropOffSnapshot, order, created } of deliveries) {
      const [from, to] = [coordinatesOf(pickUpSnapshot), coordinatesOf(dropOffSnapshot)];
      expect(from && to && distanceKm(from, to)).toBeLessThan(DELIVERY_RADIUS_KM);
      const times = [created, ...(order?.history ?? []).map((event) => event.time)];
      expect(times).toEqual([...times].sort());
      expect(times.every((time) => Date.parse(time) <= harness.clock.now().getTime())).toBe(true);
    }
  });

  test('has paid deliveries that move to the next status every eight seconds until they are delivered', async () => {
    const { token } = await harness.createUser();
    const params = { id: (await harness.call('createDeliveryRequest', { token, body: parcel() })).body.id };
    const state = async () => {
      const { status, order } = (await harness.call('getDeliveryRequest', { token, params })).body;
      return [status, order?.status, order?.history?.at(-1)?.type];
    };
    await step();
    expect(await state()).toEqual([0, undefined, undefined]);
    await harness.pay(params.id);
    const seen = [];
    for (let n = 0; n < 6; n++) {
      await step();
      seen.push(await state());
    }
    expect(seen).toEqual([
      [2, 1, 1],
      [2, 2, 3],
      [2, 3, 4],
      [2, 3, 6],
      [3, 5, 5],
      [3, 5, 5],
    ]);
  });

  test('accepts requests of guests, and moves them once they are paid (PAY-70)', async () => {
    const body = { firstName: 'G', lastName: 'W', email: 'g@example.ie', pickup: 'a', dropoff: 'b' };
    const { id } = (await harness.call('submitGuestRequest', { body })).body;
    const state = async () => {
      const list = (await harness.ops('GET', 'guest-requests')).body as {
        id: number;
        status: number;
        amount: number | null;
        order: { status: number } | null;
      }[];
      return list.find((row) => row.id === id);
    };
    await step();
    await step();
    expect(await state()).toMatchObject({ status: 0, amount: 5.9, order: null });
    await harness.db.transaction((tx) => startGuestOrder(tx, Number(id), harness.clock.now()));
    for (let n = 0; n < 4; n++) await step();
    expect((await state())?.order?.status).toBe(5);
    await harness.runJobs();
    expect(harness.emails.map(({ to }) => to)).toContain('g@example.ie');
  });

  test('has nothing that moves once all of them are delivered, so that its process becomes quiet (PRD-96)', async () => {
    let steps = 0;
    while (await step()) {
      steps += 1;
      if (steps > 10) throw new Error('Something always moves.');
    }
    const { token } = await harness.createUser();
    const { id } = (await harness.call('createDeliveryRequest', { token, body: parcel() })).body;
    expect(await step()).toBe(false);
    await harness.pay(id);
    // The next step comes after eight seconds, so that the process must look more often already.
    harness.advanceClock(-8000);
    expect(await step()).toBe(true);
    harness.advanceClock(8000);
  });

  test('does not move deliveries that are planned for tomorrow', async () => {
    const list = async () =>
      (await harness.ops('GET', 'orderrequests')).body as { order: { status: number } | null }[];
    const planned = async () => (await list()).filter((row) => row.order?.status === 2).length;
    expect(await planned()).toBe(1);
    await step();
    expect(await planned()).toBe(1);
  });
});

onBothDatabases('The billing data of the demo account', (open) => {
  let harness: PaymentHarness;
  let userId: number;
  beforeAll(async () => {
    harness = await createPaymentHarness(open);
    await seedDemo({ ...harness, log }, { ...DEFAULT_BUSINESS, tariff: POUNDS }, ORIGIN);
    await seedDemo({ ...harness, log }, { ...DEFAULT_BUSINESS, tariff: POUNDS }, ORIGIN);
    userId = (await findUserByEmail(harness.db, DEMO_ACCOUNT.email))?.id ?? 0;
  });
  afterAll(() => harness.close());
  const deliveriesOf = () =>
    listDeliveryRequestsPage(harness.db, userId, {
      limit: 100,
      after: undefined,
      filter: 'all',
      number: undefined,
      search: '',
    });
  const payments = () => listPayments(harness, userId);

  test('has two cards that have not expired, one of them the default (ACC-13)', async () => {
    const cards = await harness.payments.listMethods(userId);
    expect(cards.map(({ brand, last4, isDefault }) => [brand, last4, isDefault])).toEqual([
      ['visa', '4242', true],
      ['mastercard', '4444', false],
    ]);
    const soon = harness.clock.now().getTime() + 30 * DAY_MS;
    for (const { expMonth, expYear } of cards) expect(Date.UTC(expYear, expMonth)).toBeGreaterThan(soon);
  });

  test('has paid, failed and refunded payments (ACC-17)', async () => {
    const history = await payments();
    const deliveries = await deliveriesOf();
    expect(history.map(({ status }) => status)).toEqual([3, 2, 2, 2, 2, 2, 2]);
    expect(history.map(({ amount }) => amount)).toEqual(deliveries.map((row) => row.priceCents / 100));
    expect(history.at(0)?.description).toContain('Naas');
    expect(history.at(0)).toMatchObject({ cardLast4: '0002', receiptUrl: null });
    expect(history.at(-1)).toMatchObject({ refund: 'done', amountRefunded: history.at(-1)?.amount });
    expect(new Set(history.map(({ created }) => created.slice(0, 7))).size).toBeGreaterThan(1);
    for (const { cardholderName } of history) expect(cardholderName).toBe('Aoife Brennan');
  });

  test('has the prices and the currency of the tariff', async () => {
    const deliveries = await deliveriesOf();
    expect(new Set(deliveries.map((row) => row.currency))).toEqual(new Set(['GBP']));
    expect(new Set((await payments()).map(({ currency }) => currency))).toEqual(new Set(['GBP']));
    for (const row of deliveries) {
      const places = { pickUpSnapshot: row.pickUp, dropOffSnapshot: row.dropOff };
      expect(row.priceCents).toBe(priceInCents({ ...row, ...places }, POUNDS).totalCents);
    }
  });

  test('has a receipt for every payment, and a credit note for the refund (PAY-90)', async () => {
    for (const { status, amount, history = [] } of await payments()) {
      if (status === 3) continue;
      for (const { documentUrl } of history ?? []) {
        const document = await findDocumentByKey(harness.db, documentUrl?.split('/').at(-1) ?? '');
        expect(JSON.stringify(document?.content)).toContain(amount.toFixed(2));
      }
    }
    const kinds = (await payments()).map(({ history }) => (history ?? []).map(({ kind }) => kind).join(' '));
    expect(kinds).toContain('payment refund');
  });

  test('is complete: a reconciler run changes nothing', async () => {
    const before = await payments();
    expect(await harness.sandbox.deliver()).toBe(0);
    await harness.payments.reconcile();
    expect(await payments()).toEqual(before);
    harness.clock.pass(2 * DAY_MS);
    await harness.payments.reconcile();
    expect(await payments()).toEqual(before);
  });

  test('is in the report of operators like every other payment (PAY-73)', async () => {
    const period = { from: '2026-09-01', to: '2026-11-30', timeZone: 'UTC' };
    const totals = await sumEntriesByDay(harness.db, period);
    const charged = totals.reduce((sum, total) => sum + total.charged, 0);
    const paid = (await payments()).filter(({ status }) => status !== PAYMENT_STATUS.failed);
    expect(charged).toBe(paid.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0));
    expect(totals.reduce((sum, total) => sum + total.refunded, 0)).toBeGreaterThan(0);
  });

  test('lets people pay with a saved card and remove the other card', async () => {
    const [waiting] = await deliveriesOf();
    const { sessionUrl } = await harness.payments.createSession({
      userId,
      requestId: waiting?.id ?? 0,
      origin: ORIGIN,
    });
    const page = await (await harness.request(new URL(sessionUrl).pathname)).text();
    expect(page).toContain('4242');
    const [visa, mastercard] = await harness.payments.listMethods(userId);
    await harness.payments.setDefaultMethod(userId, mastercard?.id ?? '');
    await harness.payments.removeMethod(userId, visa?.id ?? '');
    expect(await harness.payments.listMethods(userId)).toMatchObject([{ last4: '4444', isDefault: true }]);
  });
});
