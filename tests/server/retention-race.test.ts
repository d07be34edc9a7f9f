import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { payments } from '../../server/db/payment-schema.ts';
import { deliveryRequests, guestRequests } from '../../server/db/schema.ts';
import { eraseOldGuests } from '../../server/queries/guest-requests.ts';
import { deliverySubject, guestSubject, insertOpenPayment } from '../../server/queries/payments.ts';
import { archiveOldRequests } from '../../server/queries/retention.ts';
import { type ApiHarness, createApiHarness, parcel } from '../support/api-harness.ts';
import { openPostgres } from '../support/databases.ts';

let harness: ApiHarness;
beforeAll(async () => {
  harness = await createApiHarness(await openPostgres());
  // Every statement that reads a payment waits, after it has got its snapshot and before it locks a request.
  const { db } = harness;
  await db.execute(sql`alter table payments rename to stored_payments`);
  await db.execute(sql`create function wait_for_lock() returns boolean language sql volatile
    as 'select pg_advisory_xact_lock_shared(7) is not null'`);
  await db.execute(sql`create view payments with (security_barrier) as
    select * from stored_payments where wait_for_lock()`);
});
afterAll(() => harness.close());

/** Runs a step of the clean-up, and something else after the step has got its snapshot. */
async function runDuring(step: () => Promise<void>, meanwhile: () => Promise<unknown>) {
  const { db } = harness;
  const { running } = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(7)`);
    const running = step();
    const waiting = sql`select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(() => db.execute(waiting)).toMatchObject({ rowCount: 1 });
    await meanwhile();
    return { running };
  });
  await running;
}

const now = new Date('2026-11-02T10:00:00Z');
const later = new Date(now.getTime() + 1000);
const payment = {
  provider: 'sandbox',
  sessionUrl: '',
  origin: '',
  expires: later,
  checked: now,
  status: 0,
  description: 'Delivery',
  created: now,
  lastModified: now,
  sessionState: 'open',
} as const;

test('a delivery whose checkout opens while old deliveries are being deleted is kept (SEC-81)', async () => {
  const { db } = harness;
  const { token, user } = await harness.createUser();
  await harness.call('createDeliveryRequest', { token, body: parcel() });
  const [request] = await db.select().from(deliveryRequests);
  if (request === undefined) throw new Error('no request');
  const { priceCents: amountCents, currency } = request;
  const columns = { ...payment, ...deliverySubject(request.id), userId: user.id, amountCents, currency };
  await db.insert(payments).values({ ...columns, sessionId: 'cs_1', sessionState: 'expired' });
  await runDuring(
    () => archiveOldRequests(db, later),
    () => insertOpenPayment(db, { ...columns, sessionId: 'cs_2' }),
  );
  expect(await db.$count(deliveryRequests)).toBe(1);
});

test('a guest’s request whose checkout opens while old requests are being erased is kept (SEC-11)', async () => {
  const { db } = harness;
  const guest = { firstName: 'Nuala', lastName: 'Byrne', phone: '1', email: '', note: '' };
  const price = { priceCents: 1840, currency: 'EUR' };
  const row = { ...guest, ...price, pickup: 'Howth', dropoff: 'Bray', created: now, status: 0 };
  const [waiting, unpaid] = await db.insert(guestRequests).values([row, row]).returning();
  if (waiting === undefined || unpaid === undefined) throw new Error('no request');
  const open = (id: number) => {
    const columns = { ...payment, ...guestSubject(id), amountCents: 1840, currency: 'EUR' };
    return insertOpenPayment(db, { ...columns, sessionId: `cs_guest_${id}` });
  };
  await runDuring(
    () => eraseOldGuests(db, later),
    () => open(waiting.id),
  );
  const stored = await db.select().from(guestRequests).orderBy(guestRequests.id);
  expect(stored).toMatchObject([guest, { firstName: '', pickup: '' }]);
  // Its checkout page was being created when its data was erased.
  expect(await open(unpaid.id)).toBeUndefined();
});
