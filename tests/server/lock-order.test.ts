import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteData } from '../../server/accounts/accounts.ts';
import type { Db } from '../../server/db/database.ts';
import { addresses, deliveryRequests, orders, users } from '../../server/db/schema.ts';
import { recordOrderEvent } from '../../server/deliveries/order-events.ts';
import { eraseDeletedAccounts } from '../../server/queries/deleted-accounts.ts';
import { startOrder } from '../../server/queries/guest-requests.ts';
import { upsertPushSubscription } from '../../server/queries/push.ts';
import { archiveOldRequests } from '../../server/queries/retention.ts';
import { EVENT_TYPE, ORDER_STATUS } from '../../src/contract/status.ts';
import { type ApiHarness, createApiHarness, parcel } from '../support/api-harness.ts';
import { countLockWaits, openPostgres } from '../support/databases.ts';
import { createPaidRequest } from '../support/orders.ts';

let harness: ApiHarness;
const waiting = () => countLockWaits(harness.db);
beforeAll(async () => {
  harness = await createApiHarness(await openPostgres());
});
afterAll(() => harness.close());

async function createDelivered() {
  const { token, user } = await harness.createUser();
  const id = await createPaidRequest(harness, token);
  const { guid } = (await harness.ops('POST', `orderrequests/${id}/accept`, {})).body as { guid: string };
  await harness.ops('POST', `orders/${guid}/events`, { type: EVENT_TYPE.delivered });
  return { id, guid, userId: user.id };
}

/** An operator corrects the status of a delivered package. */
const correct = (guid: string) =>
  recordOrderEvent({ ...harness, timeZone: 'UTC' }, guid, {
    type: EVENT_TYPE.inTransit,
    status: ORDER_STATUS.returned,
  });

/**
 * Runs two transactions. The first one waits for the table of events, which comes after its first locks, until the second
 * one waits for it or has ended.
 */
async function overlap(first: () => Promise<unknown>, second: () => Promise<unknown>) {
  const { db } = harness;
  const running = await db.transaction(async (tx) => {
    await tx.execute(sql`lock table order_events in share mode`);
    const one = first();
    await expect.poll(waiting).toBe(1);
    let hasEnded = false;
    const two = second().finally(() => {
      hasEnded = true;
    });
    await expect.poll(async () => hasEnded || (await waiting()) === 2).toBe(true);
    return [one, two];
  });
  return Promise.allSettled(running);
}

test('an event of an order and the deletion of old deliveries never wait for each other (PRD-123)', async () => {
  const { db, clock } = harness;
  const { id, guid } = await createDelivered();
  const later = new Date(clock.now().getTime() + 1000);
  const results = await overlap(
    () => correct(guid),
    () => archiveOldRequests(db, later),
  );
  expect(results).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }]);
  expect(await db.$count(deliveryRequests, eq(deliveryRequests.id, id))).toBe(1);
  await archiveOldRequests(db, later);
  expect(await db.$count(deliveryRequests, eq(deliveryRequests.id, id))).toBe(0);
  const tracked = await harness.call('trackOrder', { params: { orderGuid: guid } });
  expect(tracked.body.status).toBe(ORDER_STATUS.returned);
});

test('nor do an event and the deletion of an account (PRD-123)', async () => {
  const { db, clock } = harness;
  const { guid, userId } = await createDelivered();
  await db.update(users).set({ deleted: clock.now() }).where(eq(users.id, userId));
  const results = await overlap(
    () => eraseDeletedAccounts(db),
    () => correct(guid),
  );
  expect(results).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { code: 'ORDER_NOT_FOUND' } },
  ]);
  expect(await db.$count(orders, eq(orders.guid, guid))).toBe(0);
});

const NOW = new Date('2026-11-02T10:00:00Z');
const ADDRESS = {
  name: 'Home',
  country: 'Ireland',
  city: 'Rathmines',
  street: '12 Leinster Road',
  postalCode: 'D06 X2P4',
  latitude: 53.3,
  longitude: -6.2,
  isDefaultPickUp: true,
  isDefaultDropOff: false,
  created: NOW,
};
const DEVICE = { endpoint: 'https://push.example.net/a', p256dh: '', auth: '', created: NOW };

type Account = { userId: number; sessionId: string; requestId: number };
type Work = { work: string; begin: string; end: (tx: Db, account: Account) => Promise<unknown> };

test.each<Work>([
  {
    work: 'the acceptance of a request',
    begin: 'select from delivery_requests for update',
    end: (tx, { userId, requestId: deliveryRequestId }) =>
      startOrder(
        tx,
        { fromTown: null, toTown: null },
        { userId, deliveryRequestId, referenceNumber: 'SND-7F3C9K2Q4R', created: NOW },
        NOW,
      ),
  },
  {
    work: 'a new default address',
    begin: 'update addresses set is_default_pick_up = false',
    end: (tx, { userId }) => tx.insert(addresses).values({ ...ADDRESS, userId }),
  },
  {
    work: 'a new notification, for which the database locks first the session and then the account',
    begin: 'select from sessions for key share',
    end: (tx, { userId, sessionId }) =>
      upsertPushSubscription(tx, { ...DEVICE, subject: `user ${userId}`, userId, sessionId }),
  },
])('nor do the deletion of an account and $work (PRD-123, SEC-13)', async ({ begin, end }) => {
  const { db, clock, payments } = harness;
  const { token, user } = await harness.createUser();
  const { id: requestId } = (await harness.call('createDeliveryRequest', { token, body: parcel() })).body;
  const { sessionId } = (await harness.call('getUser', { token })).body;
  await db.insert(addresses).values({ ...ADDRESS, userId: user.id });
  const [deletion] = await db.transaction(async (tx) => {
    await tx.execute(sql.raw(begin));
    const running = db.transaction((other) => deleteData(other, payments, user.id, clock.now()));
    await expect.poll(waiting).toBe(1);
    await end(tx, { userId: user.id, sessionId: sessionId ?? '', requestId });
    return [running];
  });
  await deletion;
  expect(await db.$count(users, and(eq(users.id, user.id), isNotNull(users.deleted)))).toBe(1);
});
