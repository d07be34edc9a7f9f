import { sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ADDRESSES_PER_USER_MAX,
  GUEST_REQUESTS_LIMIT,
  PUSH_PER_ORDER_MAX,
  PUSH_PER_USER_MAX,
  SESSIONS_PER_USER_MAX,
} from '../../server/config/limits.ts';
import type { Db } from '../../server/db/database.ts';
import { addresses, guestRequests, pushSubscriptions, sessions } from '../../server/db/schema.ts';
import { insertSession } from '../../server/queries/sessions.ts';
import { anAddress } from '../support/address-fixtures.ts';
import { type ApiHarness, createApiHarness } from '../support/api-harness.ts';
import { openPostgres } from '../support/databases.ts';
import { acceptAsOperator, createPaidRequest } from '../support/orders.ts';
import { createPushBrowser } from '../support/push-service.ts';

const { id: _, ...ADDRESS } = anAddress();

describe('Of fifty concurrent calls on PostgreSQL only as many succeed as the quota permits:', () => {
  let harness: ApiHarness;
  beforeAll(async () => {
    harness = await createApiHarness(await openPostgres(), { TRUST_PROXY: '127.0.0.1' });
  });
  afterAll(() => harness.close());

  const range = (count: number) => Array.from({ length: count }, (_, n) => n);
  /** Makes the calls from fifty clients and returns their statuses in ascending order. */
  const callFifty = async (act: (n: number, headers: Record<string, string>) => Promise<number>) =>
    (await Promise.all(range(50).map((n) => act(n, { 'x-forwarded-for': `192.0.2.${n}` })))).toSorted(
      (a, b) => a - b,
    );
  const rows = (table: PgTable) => harness.db.$count(table);
  const browser = (name: string) => createPushBrowser(`https://push.example.net/${name}`).subscription;
  const statuses = (succeeded: number, status: number, other: number) =>
    range(50).map((n) => (n < succeeded ? status : other));

  test('devices with notifications about a parcel (SEC-78)', async () => {
    const { token } = await harness.createUser();
    const { id, guid: orderGuid } = await acceptAsOperator(harness, await createPaidRequest(harness, token));
    const values = range(PUSH_PER_ORDER_MAX - 7).map((n) => ({
      ...{ endpoint: `https://push.example.net/known${n}`, p256dh: '', auth: '', subject: `order ${id}` },
      ...{ orderId: id, created: harness.clock.now(), confirmed: harness.clock.now() },
    }));
    await harness.db.insert(pushSubscriptions).values(values);
    const invented = await callFifty((n, headers) =>
      harness.status('subscribeToParcel', { params: { orderGuid }, body: browser(`invented${n}`), headers }),
    );
    expect(new Set(invented)).toEqual(new Set([201]));
    // The invented endpoints have replaced only each other.
    const stored = await harness.db.select().from(pushSubscriptions);
    expect(stored).toHaveLength(PUSH_PER_ORDER_MAX);
    expect(stored.filter(({ confirmed }) => confirmed !== null)).toHaveLength(values.length);

    await harness.db.update(pushSubscriptions).set({ confirmed: harness.clock.now() });
    const body = browser('late');
    const headers = { 'x-forwarded-for': '192.0.2.99' };
    const refused = await harness.expectProblem('subscribeToParcel', {
      params: { orderGuid },
      body,
      headers,
    });
    expect(refused).toMatchObject({ status: 409, body: { title: 'PUSH_LIMIT_REACHED' } });
    await harness.db.delete(pushSubscriptions);
  });

  test('notifications that one client turns on about a parcel in a day (SEC-78)', async () => {
    const { token } = await harness.createUser();
    const order = await acceptAsOperator(harness, await createPaidRequest(harness, token));
    const params = { orderGuid: order.guid };
    const results = await callFifty((n) =>
      harness.status('subscribeToParcel', { params, body: browser(`one${n}`) }),
    );
    expect(results).toEqual(statuses(10, 201, 429));
    expect(await rows(pushSubscriptions)).toBe(10);
    await harness.db.delete(pushSubscriptions);
  });

  test('notifications of a customer (SEC-78)', async () => {
    const { token } = await harness.createUser();
    for (const n of range(30)) {
      await harness.call('subscribeToDeliveries', { token, body: browser(`own${n}`) });
    }
    harness.advanceClock(10 * 60_000);
    const results = await callFifty((n, headers) =>
      harness.status('subscribeToDeliveries', { token, body: browser(`more${n}`), headers }),
    );
    expect(results).toEqual(statuses(20, 201, 409));
    expect(await rows(pushSubscriptions)).toBe(PUSH_PER_USER_MAX);
  });

  test('addresses of a customer (SEC-79)', async () => {
    const { user, token } = await harness.createUser();
    const saved = { ...ADDRESS, userId: user.id, created: harness.clock.now() };
    await harness.db.insert(addresses).values(range(ADDRESSES_PER_USER_MAX - 20).map(() => saved));
    const results = await callFifty((_, headers) =>
      harness.status('createAddress', { token, body: ADDRESS, headers }),
    );
    expect(results).toEqual(statuses(20, 201, 409));
    expect(await rows(addresses)).toBe(ADDRESSES_PER_USER_MAX);
  });

  test('sessions of a customer, of which those end that were not used for longest (SEC-79)', async () => {
    const { user } = await harness.createUser();
    const now = harness.clock.now();
    const session = (id: string, age: number) => ({
      ...{ id, userId: user.id, created: now, lastUsed: new Date(now.getTime() - age) },
      ...{ deviceName: 'Test browser', generation: 0, confirmed: 0, confirmedAt: null },
    });
    await harness.db.delete(sessions);
    await harness.db
      .insert(sessions)
      .values(range(SESSIONS_PER_USER_MAX - 1).map((n) => session(`session ${n}`, (n + 1) * 1000)));
    const begin = (tx: Db, n: number) => insertSession(tx, session(`new ${n}`, 0), SESSIONS_PER_USER_MAX);

    const others: Promise<void>[] = [];
    await harness.db.transaction(async (tx) => {
      await begin(tx, 0);
      others.push(...range(4).map((n) => harness.db.transaction((other) => begin(other, n + 1))));
      // The others count the sessions only after this one is visible.
      const waiting = sql`(select from pg_locks join pg_stat_activity using (pid) where locktype = 'advisory' and not granted and datname = current_database()) as waiting`;
      await expect.poll(() => tx.$count(waiting)).toBe(others.length);
    });
    await Promise.all(others);
    const left = (await harness.db.select().from(sessions)).map(({ id }) => id);
    expect(left).toHaveLength(SESSIONS_PER_USER_MAX);
    expect(left).toEqual(expect.arrayContaining(range(5).map((n) => `new ${n}`)));
    expect(left).not.toContain(`session ${SESSIONS_PER_USER_MAX - 2}`);
  });

  test('requests of all guests together (SEC-19)', async () => {
    const body = {
      firstName: 'Nuala',
      lastName: 'Byrne',
      phone: '',
      email: '',
      pickup: 'A',
      dropoff: 'B',
      note: '',
    };
    const submit = (clients: number) =>
      callFifty((n) =>
        harness.status('submitGuestRequest', {
          body,
          headers: { 'x-forwarded-for': `10.9.${clients}.${n}` },
        }),
      );
    for (const clients of range(9)) await submit(clients);
    const half = range(25).map((n) =>
      harness.status('submitGuestRequest', { body, headers: { 'x-forwarded-for': `10.9.99.${n}` } }),
    );
    await Promise.all(half);
    expect(await submit(100)).toEqual(statuses(25, 201, 429));
    expect(await rows(guestRequests)).toBe(GUEST_REQUESTS_LIMIT.count);
  });
});
