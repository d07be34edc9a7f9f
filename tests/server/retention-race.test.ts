import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { payments } from '../../server/db/payment-schema.ts';
import { deliveryRequests } from '../../server/db/schema.ts';
import { deliverySubject, insertOpenPayment } from '../../server/queries/payments.ts';
import { archiveOldRequests } from '../../server/queries/retention.ts';
import { type ApiHarness, createApiHarness, parcel } from '../support/api-harness.ts';
import { openPostgres } from '../support/databases.ts';

let harness: ApiHarness;
beforeAll(async () => {
  harness = await createApiHarness(await openPostgres());
});
afterAll(() => harness.close());

test('a delivery whose checkout opens while old deliveries are being deleted is kept (SEC-81)', async () => {
  const { db } = harness;
  const now = harness.clock.now();
  const { token, user } = await harness.createUser();
  await harness.call('createDeliveryRequest', { token, body: parcel() });
  const [request] = await db.select().from(deliveryRequests);
  if (request === undefined) throw new Error('no request');
  const later = new Date(now.getTime() + 1000);
  const payment = {
    ...deliverySubject(request.id),
    userId: user.id,
    provider: 'sandbox',
    sessionUrl: '',
    origin: '',
    expires: later,
    checked: now,
    status: 0,
    amountCents: request.priceCents,
    currency: request.currency,
    description: 'Delivery',
    created: now,
    lastModified: now,
  } as const;
  await db.insert(payments).values({ ...payment, sessionId: 'cs_1', sessionState: 'expired' });
  // Every statement that reads a payment waits, after it has got its snapshot and before it locks a request.
  await db.execute(sql`alter table payments rename to stored_payments`);
  await db.execute(sql`create function wait_for_lock() returns boolean language sql volatile
    as 'select pg_advisory_xact_lock_shared(7) is not null'`);
  await db.execute(sql`create view payments with (security_barrier) as
    select * from stored_payments where wait_for_lock()`);
  const archiving = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(7)`);
    const running = archiveOldRequests(db, later);
    const waiting = sql`select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(() => db.execute(waiting)).toMatchObject({ rowCount: 1 });
    await insertOpenPayment(db, { ...payment, sessionId: 'cs_2', sessionState: 'open' });
    return { running };
  });
  await archiving.running;
  expect(await db.$count(deliveryRequests)).toBe(1);
});
