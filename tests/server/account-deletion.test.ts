import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseRows } from '../../server/db/database.ts';
import { paymentCustomers, payments } from '../../server/db/payment-schema.ts';
import { jobs, users } from '../../server/db/schema.ts';
import { recordSentEmail } from '../../server/queries/emails.ts';
import { deleteExpiredRows } from '../../server/queries/retention.ts';
import { DEMO_ACCOUNT } from '../../src/contract/constants.ts';
import { REQUEST_STATUS } from '../../src/contract/status.ts';
import { type ApiHarness, createApiHarness, parcel } from '../support/api-harness.ts';
import { onBothDatabases } from '../support/databases.ts';
import { acceptAsOperator, createPaidRequest } from '../support/orders.ts';

const DAY = 24 * 3600_000;
const PASSWORD = 'parcel-secret-1';

onBothDatabases('an account', (open) => {
  let harness: ApiHarness;
  beforeAll(async () => {
    harness = await createApiHarness(await open());
  });
  afterAll(() => harness.close());

  let people = 0;
  async function register() {
    people += 1;
    const email = `nuala${people}@example.ie`;
    const body = { name: 'Nuala Byrne', phoneNumber: '+353 87 555 0199', email, password: PASSWORD };
    const { jwtToken: token } = (await harness.call('registerUser', { body })).body;
    await harness.confirmEmail(email);
    const user = (await harness.db.select().from(users)).find((row) => row.email === email);
    return { email, token, id: user?.id ?? 0 };
  }
  const address = {
    name: 'Home',
    street: '12 Leinster Road',
    postalCode: 'D06 X2P4',
    city: 'Rathmines',
    country: 'Ireland',
  };
  async function insertPayment(userId: number, deliveryRequestId: number, status: number) {
    const now = harness.clock.now();
    await harness.db.insert(payments).values({
      userId,
      deliveryRequestId,
      provider: 'sandbox',
      sessionId: `cs_${userId}_${deliveryRequestId}`,
      sessionUrl: 'https://pay.example',
      origin: 'https://send.example',
      sessionState: 'complete',
      expires: now,
      checked: now,
      status,
      amountCents: 1840,
      currency: 'EUR',
      description: 'Delivery from 12 Leinster Road to 3 Abbey Street',
      cardBrand: 'visa',
      cardLast4: '4242',
      cardholderName: 'Nuala Byrne',
      created: now,
      lastModified: now,
    });
  }
  /** Every row of every table that people's data could be in, as text. */
  async function storedText(): Promise<string> {
    const tables = await harness.db.execute(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    const texts: string[] = [];
    for (const { name } of parseRows(tables, v.object({ name: v.string() }))) {
      texts.push(JSON.stringify(await harness.db.execute(`select * from "${name}"`)));
    }
    return texts.join('\n');
  }
  const cleanUp = (days: number) =>
    deleteExpiredRows(harness.db, new Date(harness.clock.now().getTime() + days * DAY));

  test('exports all of its own data, and no data of other accounts (SEC-12)', async () => {
    const other = await register();
    await harness.call('createAddress', { token: other.token, body: { ...address, name: 'Foreign' } });
    const { token, email } = await register();
    const edit = { name: 'Nuala Byrne', vatNumber: 'IE7654321B' };
    await harness.call('editUser', { token, body: edit });
    await harness.call('createAddress', { token, body: address });
    const delivery = (await harness.call('createDeliveryRequest', { token, body: parcel() })).body;
    const foreign = (await harness.call('createDeliveryRequest', { token: other.token, body: parcel() }))
      .body;
    const sent = harness.clock.now();
    for (const { id } of [delivery, foreign])
      await recordSentEmail(harness.db, { kind: 'delivery-mail', subjectId: id, event: 'paid', sent });
    const { body, headers } = await harness.call('exportAccount', { token });
    expect(body).toMatchObject({
      account: {
        name: 'Nuala Byrne',
        email,
        phoneNumber: '+353 87 555 0199',
        vatNumber: 'IE7654321B',
        isEmailConfirmed: true,
        hasMailUpdates: true,
      },
      addresses: [{ name: 'Home', street: '12 Leinster Road' }],
      deliveries: [{ id: delivery.id, deliveryNote: 'Ring twice' }],
      sessions: [{ isCurrent: true }],
      devices: [{}],
      emails: [{ sent: sent.toISOString(), about: `delivery ${delivery.id}: paid` }],
      securityLog: [
        { event: 'accountExported', source: '127.0.0.1' },
        { event: 'registered', source: '127.0.0.1' },
      ],
    });
    expect(JSON.stringify(body)).not.toContain('Foreign');
    expect(JSON.stringify(body)).not.toContain('scrypt');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('can be exported at most ten times an hour (REL-14)', async () => {
    const { token } = await register();
    const statuses: number[] = [];
    for (let index = 0; index < 11; index += 1)
      statuses.push(await harness.status('exportAccount', { token }));
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
  });

  test('is deleted only with the correct password, and wrong passwords are limited (SEC-13)', async () => {
    const { token } = await register();
    const body = { password: 'wrong-password' };
    for (let guess = 0; guess < 10; guess += 1)
      expect(await harness.expectProblem('deleteAccount', { token, body })).toMatchObject({
        status: 403,
        body: { title: 'UNAUTHORIZED' },
      });
    expect(await harness.status('deleteAccount', { token, body: { password: PASSWORD } })).toBe(429);
    expect(await harness.status('getUser', { token })).toBe(200);
  });

  test('that a public demonstration shares can be neither deleted nor given another password (SEC-60)', async () => {
    const database = await open();
    const demonstration = await createApiHarness(database, {
      PUBLIC_URL: 'https://send.example',
      SESSION_SECRET: 's'.repeat(32),
      SANDBOX: '1',
    });
    const register = async (email: string) => {
      const body = { name: 'Nuala Byrne', phoneNumber: '+353 87 555 0199', email, password: PASSWORD };
      return (await demonstration.call('registerUser', { body })).body.jwtToken;
    };
    const token = await register(DEMO_ACCOUNT.email);
    const change = { oldPassword: PASSWORD, newPassword: 'parcel-secret-2' };
    const shared = { status: 409, body: { title: 'DEMO_ACCOUNT' } };
    expect(
      await demonstration.expectProblem('deleteAccount', { token, body: { password: PASSWORD } }),
    ).toMatchObject(shared);
    expect(await demonstration.expectProblem('changePassword', { token, body: change })).toMatchObject(
      shared,
    );
    expect(await demonstration.status('login', { body: { ...DEMO_ACCOUNT, password: PASSWORD } })).toBe(200);
    // Every other account of the demonstration belongs to one person.
    const own = await register('nuala@example.ie');
    expect(await demonstration.status('deleteAccount', { token: own, body: { password: PASSWORD } })).toBe(
      200,
    );
    await demonstration.close();
  });

  test('leaves no personal data after its deletion, and its email address can register again (SEC-13)', async () => {
    const { token, email, id } = await register();
    await harness.call('editUser', { token, body: { name: 'Nuala Byrne', vatNumber: 'IE9999999Z' } });
    await harness.call('createAddress', { token, body: address });
    const request = (await harness.call('createDeliveryRequest', { token, body: parcel() })).body;
    await harness.call('sendEmailCode', { body: { email } });
    await insertPayment(id, 900_001, 2);
    await insertPayment(id, 900_002, 4);
    expect(await storedText()).toContain(email);
    await harness.call('deleteAccount', { token, body: { password: PASSWORD } });
    await harness.runJobs();
    expect(harness.lastEmailTo(email)).toMatchObject({ subject: 'Your Send account was deleted' });
    expect(harness.outside.expired).toContain(request.id);
    expect(harness.outside.deletedCustomers).toContain(id);
    expect(await harness.status('getUser', { token })).toBe(401);
    const login = { email, password: PASSWORD };
    expect(await harness.expectProblem('login', { body: login })).toMatchObject({
      body: { title: 'USER_NOT_FOUND' },
    });
    const remaining = (await harness.db.select().from(payments)).filter((row) => row.userId === id);
    expect(remaining).toMatchObject([
      { amountCents: 1840, description: 'Delivery', cardholderName: null, cardLast4: null },
    ]);
    const [row] = (await harness.db.select().from(users)).filter((user) => user.id === id);
    expect(row).toMatchObject({ name: '', email: '', phoneNumber: '', vatNumber: '', passwordHash: '' });
    expect(await harness.db.select().from(jobs)).toEqual([]);
    expect(await storedText()).not.toContain(email);
    const again = { name: 'Nuala', phoneNumber: '1', email, password: 'parcel-secret-2' };
    expect(await harness.status('registerUser', { body: again })).toBe(201);
  });

  test('is not deleted while a paid delivery is under way (SEC-13)', async () => {
    const { token } = await register();
    const id = await createPaidRequest(harness, token);
    const refused = await harness.expectProblem('deleteAccount', { token, body: { password: PASSWORD } });
    expect(refused).toMatchObject({
      status: 409,
      body: { title: 'ACCOUNT_HAS_DELIVERIES', detail: expect.stringContaining('deliveries under way') },
    });
    const { guid } = await acceptAsOperator(harness, id);
    for (const type of [3, 4, 5]) await harness.ops('POST', `orders/${guid}/events`, { type });
    const { body } = await harness.call('getDeliveryRequest', { token, params: { id } });
    expect(body.status).toBe(REQUEST_STATUS.closed);
    await harness.call('deleteAccount', { token, body: { password: PASSWORD } });
    expect(await harness.status('trackOrder', { params: { orderGuid: guid } })).toBe(404);
  });

  test('is deleted once by two concurrent requests (SEC-13)', async () => {
    const { token } = await register();
    const attempts = [1, 2].map(() =>
      harness.status('deleteAccount', { token, body: { password: PASSWORD } }),
    );
    expect((await Promise.all(attempts)).toSorted()).toEqual([200, 401]);
  });

  test('is removed from the payment records seven years after its deletion (SEC-11)', async () => {
    const { token, id } = await register();
    await insertPayment(id, 900_003, 2);
    await harness.call('deleteAccount', { token, body: { password: PASSWORD } });
    const rowsOf = async () => (await harness.db.select().from(users)).filter((user) => user.id === id);
    // The provider reports the cardholder after the deletion.
    await harness.db.update(payments).set({ cardholderName: 'Nuala Byrne' });
    await cleanUp(0);
    expect(await harness.db.$count(payments)).toBeGreaterThan(0);
    expect(JSON.stringify(await harness.db.select().from(payments))).not.toContain('Nuala');
    await cleanUp(7 * 365);
    expect(await rowsOf()).toHaveLength(1);
    await cleanUp(7 * 366 + 1);
    expect(await rowsOf()).toEqual([]);
    expect(await harness.db.$count(paymentCustomers)).toBe(0);
  });
});
