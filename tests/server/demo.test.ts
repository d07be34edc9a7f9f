import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyPassword } from '../../server/accounts/passwords.ts';
import { listDeliveryRequests } from '../../server/queries/delivery-requests.ts';
import { findUserByEmail } from '../../server/queries/users.ts';
import { seedDemo } from '../../server/sandbox/demo-seed.ts';
import { simulateStep } from '../../server/sandbox/simulator.ts';
import { DELIVERY_RADIUS_KM, DEMO_ACCOUNT } from '../../src/contract/constants.ts';
import { coordinatesOf, distanceKm } from '../../src/contract/place.ts';
import { type ApiHarness, createApiHarness, parcel } from '../support/api-harness.ts';
import { onBothDatabases } from '../support/databases.ts';
import { createPaymentHarness, ORIGIN, type PaymentHarness } from '../support/payment-harness.ts';

const DAY_MS = 24 * 3600_000;

onBothDatabases('the demo', (open) => {
  let world: ApiHarness;
  beforeAll(async () => {
    world = await createApiHarness(await open());
    await seedDemo(world.db, world.clock, undefined);
    await seedDemo(world.db, world.clock, undefined);
  });
  afterAll(() => world.close());

  const step = async () => {
    world.advanceClock(8000);
    const places = { lookup: async () => undefined, towns: async () => [] };
    await simulateStep({ ...world, places: { ...places, routes: world.app as never }, publicUrl: '' });
  };

  test('has an account with addresses and deliveries in several states, made once', async () => {
    const user = await findUserByEmail(world.db, DEMO_ACCOUNT.email);
    expect(await verifyPassword(DEMO_ACCOUNT.password, user?.passwordHash ?? '')).toBe(true);
    const token = (await world.call('login', { body: DEMO_ACCOUNT })).body.jwtToken;
    const addresses = (await world.call('listAddresses', { token })).body;
    expect(addresses.map((row) => row.name)).toEqual(['Home', 'Office', 'Warehouse']);
    for (const address of addresses) expect(coordinatesOf(address)).toBeDefined();
    const deliveries = (await world.call('listDeliveryRequests', { token })).body;
    expect(new Set(deliveries.map((row) => row.order?.status))).toEqual(new Set([undefined, 2, 3, 5, 6, 7]));
    for (const { pickUpSnapshot, dropOffSnapshot, order, created } of deliveries) {
      const [from, to] = [coordinatesOf(pickUpSnapshot), coordinatesOf(dropOffSnapshot)];
      expect(from && to && distanceKm(from, to)).toBeLessThan(DELIVERY_RADIUS_KM);
      const times = [created, ...(order?.history ?? []).map((event) => event.time)];
      expect(times).toEqual([...times].sort());
      expect(times.every((time) => Date.parse(time) <= world.clock.now().getTime())).toBe(true);
    }
  });

  test('moves a paid request to its door, a step every eight seconds', async () => {
    const { token } = await world.createUser();
    const params = { id: (await world.call('createDeliveryRequest', { token, body: parcel() })).body.id };
    const state = async () => {
      const { status, order } = (await world.call('getDeliveryRequest', { token, params })).body;
      return [status, order?.status, order?.history?.at(-1)?.type];
    };
    await step();
    expect(await state()).toEqual([0, undefined, undefined]);
    await world.pay(params.id);
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

  test('moves a guest’s request too, and mails its number', async () => {
    const body = { firstName: 'G', lastName: 'W', email: 'g@example.ie', pickup: 'a', dropoff: 'b' };
    const { id } = (await world.call('submitGuestRequest', { body })).body;
    for (let n = 0; n < 5; n++) await step();
    const list = (await world.ops('GET', 'guest-requests')).body as {
      id: number;
      order: { status: number };
    }[];
    expect(list.find((row) => row.id === id)?.order.status).toBe(5);
    await world.runJobs();
    expect(world.mails.at(-1)?.to).toBe('g@example.ie');
  });

  test('leaves what is planned for tomorrow', async () => {
    const list = async () =>
      (await world.ops('GET', 'orderrequests')).body as { order: { status: number } | null }[];
    const planned = async () => (await list()).filter((row) => row.order?.status === 2).length;
    expect(await planned()).toBe(1);
    await step();
    expect(await planned()).toBe(1);
  });
});

onBothDatabases("the demo's billing", (open) => {
  let world: PaymentHarness;
  let userId: number;
  beforeAll(async () => {
    world = await createPaymentHarness(open);
    await seedDemo(world.db, world.clock, ORIGIN);
    await seedDemo(world.db, world.clock, ORIGIN);
    userId = (await findUserByEmail(world.db, DEMO_ACCOUNT.email))?.id ?? 0;
  });
  afterAll(() => world.close());
  const payments = () => world.payments.listPayments(userId);

  test('has two cards, one of them the default, that are good for a while (ACC-13)', async () => {
    const cards = await world.payments.listMethods(userId);
    expect(cards.map(({ brand, last4, isDefault }) => [brand, last4, isDefault])).toEqual([
      ['visa', '4242', true],
      ['mastercard', '4444', false],
    ]);
    const soon = world.clock.now().getTime() + 30 * DAY_MS;
    for (const { expMonth, expYear } of cards) expect(Date.UTC(expYear, expMonth)).toBeGreaterThan(soon);
  });

  test('has paid for what was accepted, failed once, and got back what was cancelled (ACC-17)', async () => {
    const history = await payments();
    const deliveries = await listDeliveryRequests(world.db, userId);
    expect(history.map(({ status }) => status)).toEqual([3, 2, 2, 2, 2, 2, 4]);
    expect(history.map(({ amount }) => amount)).toEqual(deliveries.map((row) => row.priceCents / 100));
    expect(history.at(0)?.description).toContain('Naas');
    expect(history.at(0)).toMatchObject({ cardLast4: '0002', receiptUrl: null, invoiceUrl: null });
    expect(history.at(-1)).toMatchObject({ refund: 'done', amountRefunded: history.at(-1)?.amount });
    expect(new Set(history.map(({ created }) => created.slice(0, 7))).size).toBeGreaterThan(1);
    for (const { cardholderName } of history) expect(cardholderName).toBe('Aoife Brennan');
  });

  test('shows a receipt and an invoice of every payment', async () => {
    for (const { status, amount, receiptUrl, invoiceUrl } of await payments()) {
      if (status === 3) continue;
      for (const url of [receiptUrl, invoiceUrl]) {
        const page = await world.request(url ?? '');
        expect(page.status).toBe(200);
        expect(await page.text()).toContain(amount.toFixed(2));
      }
    }
  });

  test('has nothing left to tell or to settle, and stays as it is', async () => {
    const before = await payments();
    expect(await world.sandbox.deliver()).toBe(0);
    await world.payments.reconcile();
    expect(await payments()).toEqual(before);
    world.clock.pass(2 * DAY_MS);
    await world.payments.reconcile();
    expect(await payments()).toEqual(before);
  });

  test('lets the newcomer pay what is due with a saved card, and take the other card away', async () => {
    const [waiting] = await listDeliveryRequests(world.db, userId);
    const { sessionUrl } = await world.payments.createSession({
      userId,
      requestId: waiting?.id ?? 0,
      origin: ORIGIN,
    });
    const page = await (await world.request(new URL(sessionUrl).pathname)).text();
    expect(page).toContain('4242');
    const [visa, mastercard] = await world.payments.listMethods(userId);
    await world.payments.setDefaultMethod(userId, mastercard?.id ?? '');
    await world.payments.removeMethod(userId, visa?.id ?? '');
    expect(await world.payments.listMethods(userId)).toMatchObject([{ last4: '4444', isDefault: true }]);
  });
});
