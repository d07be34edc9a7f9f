import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { PUSH_PER_ORDER_MAX } from '../../server/config/limits.ts';
import { orders, pushSubscriptions, sessions } from '../../server/db/schema.ts';
import { deleteExpiredRows } from '../../server/queries/retention.ts';
import { EVENT_TYPE } from '../../src/contract/status.ts';
import { type ApiHarness, createApiHarness, type TestUser } from '../support/api-harness.ts';
import { onBothDatabases } from '../support/databases.ts';
import { acceptAsOperator, createPaidRequest } from '../support/orders.ts';
import { createPushBrowser } from '../support/push-service.ts';

const DAY_MS = 24 * 60 * 60_000;
const SERVICE = 'https://push.example.net';

let harness: ApiHarness;
let customer: TestUser;

beforeEach(async () => {
  customer = await harness.createUser();
});
afterEach(() => harness.db.delete(pushSubscriptions));

const browser = (name = 'phone') => createPushBrowser(`${SERVICE}/${name}`);
const subscriptions = () => harness.db.select().from(pushSubscriptions);
const report = (guid: string, type: number) => harness.ops('POST', `orders/${guid}/events`, { type });

const createPaid = (token = customer.token) => createPaidRequest(harness, token);
const accept = async (id: number) => (await acceptAsOperator(harness, id)).guid;

onBothDatabases('Push subscriptions', (open) => {
  beforeAll(async () => {
    harness = await createApiHarness(await open());
  });
  afterAll(() => harness.close());

  test("of a customer end with the session, also by a log-out that waited; a guest's stay (SEC-77)", async () => {
    const id = await createPaid();
    const guid = await accept(id);
    const { subscription } = browser();
    await harness.call('subscribeToDeliveries', { token: customer.token, body: subscription });
    await harness.call('subscribeToDeliveries', {
      token: customer.token,
      body: { ...subscription, deliveryId: id },
    });
    await harness.call('subscribeToParcel', { params: { orderGuid: guid }, body: subscription });
    const [session] = await harness.db.select().from(sessions).where(eq(sessions.userId, customer.user.id));
    await harness.call('endSessionById', { body: { sessionId: session?.id ?? '' } });
    expect(await subscriptions()).toMatchObject([
      { subject: expect.stringMatching(/^order /), sessionId: null },
    ]);
  });

  test('of this device survive a change of the password, and those of other devices end (SEC-77)', async () => {
    const password = 'correct horse battery';
    const email = `push-${crypto.randomUUID()}@example.ie`;
    const person = { name: 'Nuala Byrne', phoneNumber: '+353 1 555 0100', email, password };
    const here = (await harness.call('registerUser', { body: person })).body.jwtToken ?? '';
    const there = (await harness.call('login', { body: { email, password } })).body.jwtToken ?? '';
    await harness.call('subscribeToDeliveries', { token: here, body: browser('here').subscription });
    await harness.call('subscribeToDeliveries', { token: there, body: browser('there').subscription });
    const change = { oldPassword: password, newPassword: 'staple correct battery' };
    const { body } = await harness.call('changePassword', { token: here, body: change });
    expect(await subscriptions()).toMatchObject([
      { endpoint: `${SERVICE}/here`, sessionId: body.sessionId ?? 'none' },
    ]);
  });

  test('of another account cannot be asked for, and a session is required (SEC-77)', async () => {
    const other = await harness.createUser('Ronan Walsh');
    const deliveryId = await createPaid(other.token);
    const body = { ...browser().subscription, deliveryId };
    expect(await harness.status('subscribeToDeliveries', { token: customer.token, body })).toBe(404);
    expect(await harness.status('subscribeToDeliveries', { body })).toBe(401);
    const orderGuid = '7f3c9e1a-52d8-4b06-9c1e-0a4f6a1d2b3c';
    expect(await harness.status('subscribeToParcel', { params: { orderGuid }, body })).toBe(404);
    expect(await harness.status('subscribeToParcel', { params: { orderGuid: 'x' }, body })).toBe(404);
    expect(await subscriptions()).toEqual([]);
  });

  test('that a browser has renewed replace the earlier ones exactly once, and do not count twice (PRD-85)', async () => {
    const id = await createPaid();
    const guid = await accept(id);
    const { token } = customer;
    const register = async ({ subscription }: ReturnType<typeof browser>, replaces?: string) => {
      const body = { ...subscription, ...(replaces === undefined ? {} : { replaces }) };
      await harness.call('subscribeToDeliveries', { token, body });
      await harness.call('subscribeToDeliveries', { token, body: { ...body, deliveryId: id } });
      await harness.call('subscribeToParcel', { params: { orderGuid: guid }, body });
    };
    const [order] = await harness.db.select().from(orders).where(eq(orders.guid, guid));
    const now = harness.clock.now();
    await harness.db.insert(pushSubscriptions).values(
      Array.from({ length: PUSH_PER_ORDER_MAX - 1 }, (_, index) => ({
        ...{ endpoint: `${SERVICE}/guest${index}`, p256dh: '', auth: '', subject: `order ${order?.id}` },
        ...{ orderId: order?.id ?? 0, created: now, confirmed: now },
      })),
    );
    await register(browser());
    await harness.db.update(pushSubscriptions).set({ confirmed: now });
    const before = (await subscriptions()).filter(({ endpoint }) => endpoint === `${SERVICE}/phone`);
    const renewed = browser('renewed');
    // The response to the first attempt was lost, so the device sends the same again.
    await register(renewed, `${SERVICE}/phone`);
    await register(renewed, `${SERVICE}/phone`);
    const after = await subscriptions();
    expect(after.map(({ endpoint }) => endpoint)).not.toContain(`${SERVICE}/phone`);
    const moved = after.filter(({ endpoint }) => endpoint === `${SERVICE}/renewed`);
    expect(before).toHaveLength(3);
    expect(moved.map(({ subject }) => subject).toSorted()).toEqual(
      before.map(({ subject }) => subject).toSorted(),
    );
    expect(new Set(moved.map(({ auth }) => auth))).toEqual(new Set([renewed.subscription.keys.auth]));
    expect(after).toHaveLength(PUSH_PER_ORDER_MAX + 2);
    expect(after.map(({ confirmed }) => confirmed)).not.toContain(null);
  });

  test.each<[string, object]>([
    ['no keys', { keys: undefined }],
    ['a key of another length', { keys: { p256dh: 'BCVx', auth: 'BTBZMqHH6r4Tts7J_aSIgg' } }],
    ['a key that is no point', { keys: { p256dh: 'B'.repeat(87), auth: 'BTBZMqHH6r4Tts7J_aSIgg' } }],
    ['no address', { endpoint: 'push' }],
    ['an address that cannot be stored', { endpoint: 'https://push.example.net/a\u0000b' }],
    ['an address with half a character', { endpoint: 'https://push.example.net/\ud800' }],
    ['a script', { endpoint: 'javascript:alert(1)' }],
    ['a very long address', { endpoint: `https://push.example.net/${'a'.repeat(1000)}` }],
  ])('refuse a subscription with %s (SEC-76)', async (_, change) => {
    const body = { ...browser().subscription, ...change };
    const { token } = customer;
    const refused = await harness.expectProblem('subscribeToDeliveries', { token, body });
    expect(refused).toMatchObject({ status: 400, body: { title: 'VALIDATION_EXCEPTION' } });
  });

  test('are deleted with the account, after half a year and after the delivery, and exported (SEC-77)', async () => {
    const id = await createPaid();
    const guid = await accept(id);
    const { token } = customer;
    await harness.call('subscribeToDeliveries', {
      token,
      body: { ...browser('one').subscription, deliveryId: id },
    });
    await harness.call('subscribeToDeliveries', { token, body: browser('all').subscription });
    const { body } = await harness.call('exportAccount', { token });
    expect(body.notifications?.map(({ about, pushService }) => ({ about, pushService }))).toEqual([
      { about: `delivery ${id}`, pushService: new URL(SERVICE).host },
      { about: 'all deliveries', pushService: new URL(SERVICE).host },
    ]);
    await harness.call('subscribeToParcel', { params: { orderGuid: guid }, body: browser().subscription });
    await report(guid, EVENT_TYPE.delivered);
    const database = { db: harness.db };
    const after = (days: number) => new Date(harness.clock.now().getTime() + days * DAY_MS);
    await deleteExpiredRows(database.db, after(6));
    expect(await subscriptions()).toHaveLength(3);
    await deleteExpiredRows(database.db, after(8));
    expect((await subscriptions()).map(({ subject }) => subject)).toEqual([`user ${customer.user.id}`]);
    await deleteExpiredRows(database.db, after(181));
    expect(await subscriptions()).toEqual([]);
  });

  test('end with the sessions of a deleted account (SEC-77)', async () => {
    await harness.call('subscribeToDeliveries', { token: customer.token, body: browser().subscription });
    await harness.db.delete(sessions).where(eq(sessions.userId, customer.user.id));
    expect(await subscriptions()).toEqual([]);
  });

  test.each(['http://push.example.net/a', 'https://127.0.0.1/a', 'https://[::1]/a', 'https://intranet/a'])(
    'refuse the address %s (SEC-76)',
    async (endpoint) => {
      const body = { ...browser().subscription, endpoint };
      const refused = await harness.expectProblem('subscribeToDeliveries', { token: customer.token, body });
      expect(refused.body.errors).toEqual([
        { path: 'endpoint', message: 'Must be the https address of a push service' },
      ]);
      const orderGuid = await accept(await createPaid());
      expect(await harness.status('subscribeToParcel', { params: { orderGuid }, body })).toBe(400);
    },
  );

  test('refuse an address that does not fit into the index of the database (REL-15)', async () => {
    // As many different characters of three bytes each cannot be compressed.
    const codes = Array.from({ length: 900 }, (_, index) => 0x4e00 + ((index * 7919) % 20_000));
    const endpoint = `https://push.example.net/${String.fromCharCode(...codes)}`;
    const body = { ...browser().subscription, endpoint };
    expect(await harness.status('subscribeToDeliveries', { token: customer.token, body })).toBe(400);
  });
});
