import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliveryRequests, orders, users } from '../../server/db/schema.ts';
import { recordOrderEvent } from '../../server/deliveries/order-events.ts';
import { eraseDeletedAccounts } from '../../server/queries/deleted-accounts.ts';
import { archiveOldRequests } from '../../server/queries/retention.ts';
import { EVENT_TYPE, ORDER_STATUS } from '../../src/contract/status.ts';
import { type ApiHarness, createApiHarness } from '../support/api-harness.ts';
import { openPostgres } from '../support/databases.ts';
import { createPaidRequest } from '../support/orders.ts';

let harness: ApiHarness;
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
  recordOrderEvent(harness, guid, { type: EVENT_TYPE.inTransit, status: ORDER_STATUS.returned });

/**
 * Runs two transactions. The first one waits for the table of events, which comes after its first locks, until the second
 * one waits for it or has ended.
 */
async function overlap(first: () => Promise<unknown>, second: () => Promise<unknown>) {
  const { db } = harness;
  const waiting = async () => {
    const { rowCount } = (await db.execute(sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)) as unknown as { rowCount: number };
    return rowCount;
  };
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
