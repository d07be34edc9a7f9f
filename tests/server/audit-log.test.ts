import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditLog, deliveryRequests, orders } from '../../server/db/schema.ts';
import { deleteExpiredRows } from '../../server/queries/retention.ts';
import { REQUEST_STATUS } from '../../src/contract/status.ts';
import { type ApiHarness, createApiHarness } from '../support/api-harness.ts';
import { onBothDatabases } from '../support/databases.ts';
import { createPaidRequest } from '../support/orders.ts';

const DAY = 24 * 3600_000;
const NUALA = 'n'.repeat(40);
type Entry = {
  event: string;
  actor: string;
  source: string | null;
  subject: string | null;
  before: unknown;
  after: unknown;
};

onBothDatabases('The audit log', (open) => {
  let harness: ApiHarness;
  beforeAll(async () => {
    harness = await createApiHarness(await open(), {
      OPS_TOKENS: `nuala:${NUALA}`,
      TRUST_PROXY: '127.0.0.1',
    });
  });
  afterAll(() => harness.close());

  async function entries(): Promise<Entry[]> {
    const { status, body } = await harness.ops('GET', 'audit', undefined, NUALA);
    expect(status).toBe(200);
    return body as Entry[];
  }

  test('records logins, failed logins, password resets and changes, without personal data (SEC-07)', async () => {
    const body = {
      name: 'Zebedee',
      phoneNumber: '+353 9',
      email: 'zebedee@example.ie',
      password: 'parcel-secret-1',
    };
    await harness.call('registerUser', { body });
    const token = (await harness.call('login', { body })).body.jwtToken;
    await harness.expectProblem('login', { body: { ...body, password: 'guess' } });
    await harness.expectProblem('login', { body: { ...body, email: 'nobody-known@example.ie' } });
    await harness.expectProblem('recoverPassword', { body: { ...body, code: 123_456 } });
    await harness.call('changePassword', {
      token,
      body: { oldPassword: body.password, newPassword: 'parcel-secret-2' },
    });
    const all = await entries();
    expect(all.map(({ event }) => event).reverse()).toEqual([
      'registered',
      'login',
      'loginFailed',
      'loginFailed',
      'passwordResetFailed',
      'passwordChanged',
    ]);
    expect(all.map(({ subject }) => subject).reverse()).toEqual([
      ...Array(3).fill(all.at(-1)?.subject),
      'no account',
      ...Array(2).fill(all.at(-1)?.subject),
    ]);
    expect(JSON.stringify(all)).not.toMatch(/zebedee|nobody-known|\+353|parcel-secret|guess"/i);
  });

  test('records from which address each entry came (SEC-07)', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.7' };
    const body = { name: 'Ada', phoneNumber: '1', email: 'source@example.ie', password: 'parcel-secret-1' };
    const { jwtToken: token } = (await harness.call('registerUser', { body, headers })).body;
    await harness.expectProblem('login', {
      body: { ...body, password: 'guess' },
      headers: { 'x-forwarded-for': '2001:db8:1:2::3' },
    });
    await harness.call('logOut', { token, headers });
    await harness.ops('GET', 'audit', undefined, 'w'.repeat(40), headers);
    expect((await entries()).slice(0, 4).map(({ event, source }) => [event, source])).toEqual([
      ['operatorRefused', '192.0.2.7'],
      ['loggedOut', '192.0.2.7'],
      ['loginFailed', '2001:db8:1:2::/64'],
      ['registered', '192.0.2.7'],
    ]);
  });

  test('records each action of an operator with name, old and new state (SEC-07)', async () => {
    const { token } = await harness.createUser();
    const id = await createPaidRequest(harness, token);
    const accepted = await harness.ops('POST', `orderrequests/${id}/accept`, undefined, NUALA);
    const { guid } = accepted.body as { guid: string };
    await harness.ops('POST', `orders/${guid}/events`, { type: 4 });
    expect((await entries()).slice(0, 2)).toMatchObject([
      {
        event: 'orderEventRecorded',
        actor: 'operator operator',
        before: { status: 1 },
        after: { status: 3 },
      },
      {
        event: 'requestAccepted',
        actor: 'operator nuala',
        subject: `request ${id}`,
        before: { status: REQUEST_STATUS.submitted },
        after: { status: REQUEST_STATUS.accepted },
      },
    ]);
  });

  test('is written with the acceptance itself: without the entry nothing is accepted (SEC-07)', async () => {
    const { token } = await harness.createUser();
    const id = await createPaidRequest(harness, token);
    await harness.db.execute(
      sql`alter table audit_log add constraint blocked check (event <> 'requestAccepted') not valid`,
    );
    expect((await harness.ops('POST', `orderrequests/${id}/accept`)).status).toBe(500);
    await harness.db.execute(sql`alter table audit_log drop constraint blocked`);
    const [row] = await harness.db.select().from(deliveryRequests).where(eq(deliveryRequests.id, id));
    expect(row?.status).toBe(REQUEST_STATUS.submitted);
    expect(await harness.db.$count(orders, eq(orders.deliveryRequestId, id))).toBe(0);
  });

  test('records wrong operator tokens, and one client may try ten (SEC-07)', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++)
      statuses.push((await harness.ops('GET', 'audit', undefined, 'wrong')).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    harness.advanceClock(15 * 60_000);
    expect((await entries()).slice(0, 10).every(({ event }) => event === 'operatorRefused')).toBe(true);
  });

  test('is append-only, and its entries are deleted after 400 days (SEC-07)', async () => {
    await expect(harness.db.update(auditLog).set({ actor: 'x' })).rejects.toThrow();
    await expect(harness.db.delete(auditLog)).rejects.toThrow();
    await expect(harness.db.execute(sql`truncate audit_log`)).rejects.toThrow();
    const before = await harness.db.$count(auditLog);
    expect(before).toBeGreaterThan(10);
    await deleteExpiredRows(harness.db, new Date(harness.clock.now().getTime() + 399 * DAY));
    expect(await harness.db.$count(auditLog)).toBe(before);
    await deleteExpiredRows(harness.db, new Date(harness.clock.now().getTime() + 401 * DAY));
    expect(await harness.db.$count(auditLog, eq(auditLog.event, 'login'))).toBe(0);
  });
});
