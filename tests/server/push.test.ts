import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { jobs, pushKeys, pushSubscriptions } from '../../server/db/schema.ts';
import { queueArrivalEmails } from '../../server/jobs/background-tasks.ts';
import { loadVapidKeys, pushJobs, toVapidKeys } from '../../server/push/push-jobs.ts';
import { listFailedJobs } from '../../server/queries/jobs.ts';
import { EVENT_TYPE } from '../../src/contract/status.ts';
import { type ApiHarness, createApiHarness, type TestUser } from '../support/api-harness.ts';
import { onBothDatabases } from '../support/databases.ts';
import { acceptAsOperator, createPaidRequest } from '../support/orders.ts';
import { createPushBrowser, type PushService, readVapid, startPushService } from '../support/push-service.ts';
import { runDueJobs } from '../support/run-due-jobs.ts';

const KEYS = toVapidKeys('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94');

let harness: ApiHarness;
let service: PushService;
let customer: TestUser;

beforeEach(async () => {
  service = await startPushService();
  customer = await harness.createUser();
});
afterEach(async () => {
  await service.close();
  await harness.db.delete(jobs);
  await harness.db.delete(pushSubscriptions);
});

const run = (allowsLocal = true) =>
  runDueJobs({
    db: harness.db,
    log: pino({ level: 'silent' }),
    handlers: pushJobs({
      db: harness.db,
      clock: harness.clock,
      keys: KEYS,
      contact: 'mailto:support@send.example',
      allowsLocal,
    }),
  });
const browser = (name = 'phone') => createPushBrowser(`${service.origin}/${name}`);
const subscriptions = () => harness.db.select().from(pushSubscriptions);
const waiting = async () => (await harness.db.select().from(jobs)).filter(({ kind }) => kind === 'push');
const report = (guid: string, type: number, more = {}) =>
  harness.ops('POST', `orders/${guid}/events`, { type, ...more });
const schedule = (guid: string, slot = '14:00 - 16:00') =>
  report(guid, EVENT_TYPE.scheduled, { deliveryDate: '2026-11-03', deliveryTime: slot });

const createPaid = (token = customer.token) => createPaidRequest(harness, token);
const accept = async (id: number) => (await acceptAsOperator(harness, id)).guid;

onBothDatabases('Push messages', (open) => {
  beforeAll(async () => {
    harness = await createApiHarness(await open(), { PUSH_LOCAL: '1' });
  });
  afterAll(() => harness.close());

  test('tell a guest with a tracking number the new status, encrypted for their browser (PRD-81)', async () => {
    const guid = await accept(await createPaid());
    const { subscription, decrypt } = browser();
    await harness.call('subscribeToParcel', {
      params: { orderGuid: guid.toUpperCase() },
      body: subscription,
    });
    await schedule(guid);
    expect(await run()).toBe(1);
    const [message, ...others] = service.take();
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      path: '/phone',
      headers: { 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' },
    });
    expect(decrypt(message?.body ?? Buffer.alloc(0))).toEqual({
      guid,
      status: 'scheduled',
      day: '2026-11-03',
      slot: '14:00 - 16:00',
      isCustomers: false,
    });
    const { claims, publicKey } = readVapid(message?.headers.authorization);
    expect(publicKey).toBe(KEYS.publicKey);
    expect(claims).toMatchObject({ aud: service.origin, sub: 'mailto:support@send.example' });
    expect(Number(claims.exp) - harness.clock.now().getTime() / 1000).toBeLessThanOrEqual(24 * 3600);
    expect(await subscriptions()).toMatchObject([{ confirmed: harness.clock.now() }]);
  });

  test('have one length and one topic for each parcel, so that a newer one replaces the older (PRD-81)', async () => {
    const guid = await accept(await createPaid());
    await harness.call('subscribeToParcel', { params: { orderGuid: guid }, body: browser().subscription });
    await schedule(guid);
    await run();
    await report(guid, EVENT_TYPE.pickedUp);
    await run();
    const [first, second] = service.take();
    expect(first?.headers.topic).toMatch(/^[\w-]{1,32}$/);
    expect(first?.headers.topic).not.toContain(guid.slice(0, 8));
    expect(second?.headers.topic).toBe(first?.headers.topic);
    expect(second?.body.length).toBe(first?.body.length);
  });

  test('tell a customer about one delivery, or about all, and each device once (PRD-81)', async () => {
    const [one, two] = [await createPaid(), await createPaid()];
    const { token } = customer;
    const [phone, laptop] = [browser('phone'), browser('laptop')];
    const { subscription } = phone;
    await harness.call('subscribeToDeliveries', { token, body: { ...subscription, deliveryId: one } });
    await harness.call('subscribeToDeliveries', { token, body: laptop.subscription });
    const guid = await accept(one);
    await run();
    expect(
      service
        .take()
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['/laptop', '/phone']);
    await accept(two);
    await run();
    const [message, ...others] = service.take();
    expect(others).toEqual([]);
    expect(laptop.decrypt(message?.body ?? Buffer.alloc(0))).toMatchObject({ isCustomers: true });
    // The same device asks once more, as a guest and for everything.
    await harness.call('subscribeToParcel', { params: { orderGuid: guid }, body: subscription });
    await harness.call('subscribeToDeliveries', { token, body: subscription });
    await schedule(guid);
    await run();
    expect(
      service
        .take()
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['/laptop', '/phone']);
  });

  test('are sent for a new status or arrival and for a failed attempt, and for nothing else (PRD-81)', async () => {
    const guid = await accept(await createPaid());
    await harness.call('subscribeToParcel', { params: { orderGuid: guid }, body: browser().subscription });
    const sentBy = async (change: () => Promise<unknown>) => {
      await change();
      await run();
      return service.take().length;
    };
    expect(await sentBy(() => schedule(guid))).toBe(1);
    expect(await sentBy(() => schedule(guid))).toBe(0);
    expect(await sentBy(() => schedule(guid, '16:00 - 18:00'))).toBe(1);
    expect(await sentBy(() => report(guid, EVENT_TYPE.pickedUp))).toBe(1);
    expect(await sentBy(() => report(guid, EVENT_TYPE.inTransit))).toBe(0);
    expect(
      await sentBy(() => queueArrivalEmails(harness.db, new Date('2026-11-03T08:00:00Z'), 'Europe/Dublin')),
    ).toBe(1);
    expect(
      await sentBy(() => queueArrivalEmails(harness.db, new Date('2026-11-03T09:00:00Z'), 'Europe/Dublin')),
    ).toBe(0);
    expect(await sentBy(() => report(guid, EVENT_TYPE.deliveryFailed))).toBe(1);
    expect(await sentBy(() => report(guid, EVENT_TYPE.deliveryFailed))).toBe(1);
  });

  test('are not sent by a copy of the database in which a backup is tried out as the guide says (REL-31)', async () => {
    const guid = await accept(await createPaid());
    await harness.call('subscribeToParcel', { params: { orderGuid: guid }, body: browser().subscription });
    await schedule(guid);
    const [, emptied = ''] =
      /empty its tables? (.+?), start/.exec(readFileSync('docs/deploy.md', 'utf8')) ?? [];
    for (const table of emptied.match(/\w+(?=`)/g) ?? []) {
      await harness.db.execute(sql`delete from ${sql.identifier(table)}`);
    }
    await queueArrivalEmails(harness.db, new Date('2026-11-03T08:00:00Z'), 'Europe/Dublin');
    expect(await waiting()).toEqual([]);
  });

  test.each([404, 410])('end after %i, because the subscription is dead (PRD-82)', async (status) => {
    const guid = await accept(await createPaid());
    const body = browser().subscription;
    await harness.call('subscribeToParcel', { params: { orderGuid: guid }, body });
    await harness.call('subscribeToDeliveries', { token: customer.token, body });
    service.replyWith({ status });
    await schedule(guid);
    await run();
    expect(await subscriptions()).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  test('are repeated when the push service says so, and after its errors (PRD-82)', async () => {
    const guid = await accept(await createPaid());
    await harness.call('subscribeToParcel', { params: { orderGuid: guid }, body: browser().subscription });
    service.replyWith({ status: 429, headers: { 'retry-after': '7200' } });
    await schedule(guid);
    await run();
    const secondsUntilDue = async () => {
      const { rows } = (await harness.db.execute(
        sql`select extract(epoch from run_at - clock_timestamp())::int as seconds from jobs where kind = 'push'`,
      )) as unknown as { rows: { seconds: number }[] };
      return rows[0]?.seconds ?? 0;
    };
    expect(await secondsUntilDue()).toBeGreaterThan(3600);
    await harness.db.execute(sql`update jobs set run_at = clock_timestamp()`);
    service.replyWith({ status: 503, headers: { 'retry-after': 'soon' } });
    await run();
    expect(await secondsUntilDue()).toBeLessThan(3600);
    await harness.db.execute(sql`update jobs set run_at = clock_timestamp()`);
    service.replyWith({ status: 201 });
    await run();
    expect(await waiting()).toEqual([]);
    expect(service.take()).toHaveLength(3);
  });

  test('are repeated after a push service has changed to another protocol (PRD-82)', async () => {
    const guid = await accept(await createPaid());
    await harness.call('subscribeToParcel', { params: { orderGuid: guid }, body: browser().subscription });
    service.replyWith({ status: 101, headers: { connection: 'upgrade', upgrade: 'websocket' } });
    await schedule(guid);
    await run();
    expect(await waiting()).toMatchObject([
      { failedAt: null, lastError: 'The push service closed the connection.' },
    ]);
  });

  test('that a push service refuses for good fail without personal data (PRD-82)', async () => {
    const guid = await accept(await createPaid());
    await harness.call('subscribeToParcel', { params: { orderGuid: guid }, body: browser().subscription });
    service.replyWith({ status: 403 });
    await schedule(guid);
    await run();
    expect(await listFailedJobs(harness.db, 0, 10)).toMatchObject([
      { kind: 'push', lastError: 'The push service returned 403.' },
    ]);
    expect(JSON.stringify((await waiting()).map(({ payload }) => payload))).not.toContain(guid);
  });

  test('are not sent a day late, nor after the user has turned them off (PRD-82)', async () => {
    const guid = await accept(await createPaid());
    const { subscription } = browser();
    const { endpoint } = subscription;
    const subscribe = () =>
      harness.call('subscribeToParcel', { params: { orderGuid: guid }, body: subscription });
    await subscribe();
    await schedule(guid);
    await harness.db.execute(
      sql`update jobs set payload = jsonb_set(payload, '{queued}', '"2026-10-31T10:00:00Z"')`,
    );
    await run();
    await report(guid, EVENT_TYPE.pickedUp);
    await harness.call('unsubscribePush', { body: { endpoint, about: { kind: 'parcel', id: guid } } });
    await run();
    expect(service.take()).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  test('can be turned off for one delivery, for all, or for the whole device (PRD-81)', async () => {
    const id = await createPaid();
    const guid = await accept(id);
    const { subscription } = browser();
    const { endpoint } = subscription;
    const { token } = customer;
    await harness.call('subscribeToDeliveries', { token, body: { ...subscription, deliveryId: id } });
    await harness.call('subscribeToDeliveries', { token, body: subscription });
    await harness.call('subscribeToParcel', { params: { orderGuid: guid }, body: subscription });
    const subjects = async () => (await subscriptions()).map(({ subject }) => subject.split(' ')[0]).sort();
    const end = (about?: { kind: 'all' | 'delivery' | 'parcel'; id?: string }) =>
      harness.call('unsubscribePush', { body: { endpoint, ...(about && { about }) } });
    await end({ kind: 'delivery', id: String(id + 1) });
    expect(await subjects()).toEqual(['delivery', 'order', 'user']);
    await end({ kind: 'all' });
    expect(await subjects()).toEqual(['delivery', 'order']);
    await end({ kind: 'delivery', id: String(id) });
    expect(await subjects()).toEqual(['order']);
    await harness.call('subscribeToDeliveries', { token, body: subscription });
    await harness.call('unsubscribePush', { body: { endpoint: `${service.origin}/other` } });
    expect(await subjects()).toEqual(['order', 'user']);
    await end();
    expect(await subjects()).toEqual([]);
  });

  test('are signed with a key that is made once and shared by all processes (PRD-83)', async () => {
    const [first, second] = await Promise.all([loadVapidKeys(harness.db), loadVapidKeys(harness.db)]);
    expect(second.publicKey).toBe(first.publicKey);
    expect(Buffer.from(first.publicKey, 'base64url')).toHaveLength(65);
    expect(await harness.db.select().from(pushKeys)).toHaveLength(1);
  });

  test('reach no machine of the own network, also not by an older subscription (SEC-76)', async () => {
    const guid = await accept(await createPaid());
    await harness.call('subscribeToParcel', { params: { orderGuid: guid }, body: browser().subscription });
    await schedule(guid);
    await run(false);
    expect(service.take()).toEqual([]);
    expect(await listFailedJobs(harness.db, 0, 10)).toMatchObject([
      { lastError: 'The address of the push service is not allowed.' },
    ]);
  });
});
