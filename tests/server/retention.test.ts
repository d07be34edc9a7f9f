import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paymentDocuments, paymentEvents, paymentRefunds, payments } from '../../server/db/payment-schema.ts';
import {
  deliveryRequests,
  guestRequests,
  jobs,
  orders,
  resetCodes,
  sessions,
} from '../../server/db/schema.ts';
import { cacheResponse, findCachedResponse } from '../../server/queries/geocode-upstreams.ts';
import { deleteExpiredRows } from '../../server/queries/retention.ts';
import { PAYMENT_STATUS } from '../../src/contract/status.ts';
import { type ApiHarness, createApiHarness, parcel } from '../support/api-harness.ts';
import { onBothDatabases } from '../support/databases.ts';
import { acceptAsOperator, createPaidRequest } from '../support/orders.ts';

const HOUR = 3600_000;
const DAY = 24 * HOUR;

const PAID = {
  provider: 'sandbox',
  sessionId: 'cs_1',
  sessionUrl: '',
  origin: '',
  sessionState: 'complete',
  expires: new Date(0),
  checked: new Date(0),
  status: 2,
  amountCents: 1840,
  currency: 'EUR',
  description: 'Delivery',
} as const;

onBothDatabases('personal data that has passed its retention time', (open) => {
  let harness: ApiHarness;
  beforeAll(async () => {
    harness = await createApiHarness(await open());
  });
  afterAll(() => harness.close());
  const after = (milliseconds: number) =>
    deleteExpiredRows(harness.db, new Date(harness.clock.now().getTime() + milliseconds));

  test('is erased from a guest’s request after 180 days, and the order stays (SEC-11)', async () => {
    const guest = {
      firstName: 'Nuala',
      lastName: 'Byrne',
      phone: '1',
      email: 'nuala@example.ie',
      note: 'Ring',
    };
    const body = { ...guest, pickup: '12 Leinster Road, Rathmines', dropoff: '3 Abbey Street, Howth' };
    const { id } = (await harness.call('submitGuestRequest', { body, key: 'guest-key' })).body;
    const accept = await harness.ops('POST', `guest-requests/${id}/accept`, { isPaidOtherwise: true });
    const { order } = accept.body as { order: { guid: string } };
    await after(179 * DAY);
    expect(await harness.db.select().from(guestRequests)).toMatchObject([guest]);
    await after(181 * DAY);
    expect(JSON.stringify(await harness.db.select().from(guestRequests))).not.toMatch(
      /nuala|byrne|leinster|abbey/i,
    );
    expect(await harness.status('trackOrder', { params: { orderGuid: order.guid } })).toBe(200);
  });

  test('is not erased from a guest’s request while it is being paid or delivered (SEC-11)', async () => {
    const body = { firstName: 'Nuala', lastName: 'Byrne', phone: '1', email: '', note: '' };
    const places = { pickup: '12 Leinster Road', dropoff: '3 Abbey Street' };
    const submitted = await harness.call('submitGuestRequest', {
      body: { ...body, ...places },
      key: 'open-key',
    });
    const id = Number(submitted.body.id);
    const columns = {
      ...PAID,
      sessionId: 'cs_guest',
      status: PAYMENT_STATUS.processing,
      guestRequestId: id,
      created: harness.clock.now(),
      lastModified: harness.clock.now(),
    };
    const [payment] = await harness.db.insert(payments).values(columns).returning({ id: payments.id });
    const firstName = async () =>
      (await harness.db.select().from(guestRequests).where(eq(guestRequests.id, id)))[0]?.firstName;
    await after(181 * DAY);
    expect(await firstName()).toBe('Nuala');

    await harness.db
      .update(payments)
      .set({ status: PAYMENT_STATUS.paid })
      .where(eq(payments.id, payment?.id ?? 0));
    const accept = await harness.ops('POST', `guest-requests/${id}/accept`, { isPaidOtherwise: true });
    const { order } = accept.body as { order: { guid: string } };
    await harness.db
      .update(orders)
      .set({ created: new Date(harness.clock.now().getTime() + 181 * DAY) })
      .where(eq(orders.guid, order.guid));
    await after(182 * DAY);
    expect(await firstName()).toBe('Nuala');
    await after(362 * DAY);
    expect(await firstName()).toBe('');
    await harness.db.delete(payments).where(eq(payments.id, payment?.id ?? 0));
  });

  test('is deleted with deliveries that ended before the stated months, and tracking still answers (SEC-81, PAY-13)', async () => {
    const { token, user } = await harness.createUser();
    const finished = await createPaidRequest(harness, token);
    const open = await createPaidRequest(harness, token);
    await harness.call('createDeliveryRequest', { token, body: parcel() });
    const { guid, referenceNumber } = await acceptAsOperator(harness, finished);
    await acceptAsOperator(harness, open);
    await harness.ops('POST', `orders/${guid}/events`, { type: 5 });
    await harness.db.insert(payments).values({
      ...PAID,
      userId: user.id,
      deliveryRequestId: finished,
      created: harness.clock.now(),
      lastModified: harness.clock.now(),
    });
    const track = async () => (await harness.call('trackOrder', { params: { orderGuid: guid } })).body;
    const tracked = await track();
    const remaining = () => harness.db.$count(deliveryRequests, eq(deliveryRequests.userId, user.id));
    const afterDays = (days: number) =>
      deleteExpiredRows(harness.db, new Date(harness.clock.now().getTime() + days * DAY), 24);

    await afterDays(725);
    expect(await remaining()).toBe(3);
    await afterDays(735);
    // The open one is still to be delivered.
    expect(await remaining()).toBe(1);
    expect(await track()).toEqual(tracked);
    const reference = { params: { reference: referenceNumber ?? '' } };
    expect((await harness.call('getReferenceStatus', reference)).body).toMatchObject({
      order: { status: 5 },
    });
    // Neither a refund nor an email can follow, so the operator must not believe that they do.
    expect(await harness.ops('POST', `orders/${guid}/events`, { type: 10, status: 6 })).toMatchObject({
      status: 409,
      body: { title: 'ORDER_ARCHIVED' },
    });
    expect(await track()).toEqual(tracked);
    const [payment] = await harness.db.select().from(payments).where(eq(payments.userId, user.id));
    const evidence = await harness.ops('GET', `payments/${payment?.id}/evidence`);
    expect(evidence.body).toContain('Deleted with the delivery');
    expect(await harness.db.$count(payments, eq(payments.userId, user.id))).toBe(1);
    await afterDays(8 * 366);
    expect(await harness.db.$count(payments, eq(payments.userId, user.id))).toBe(0);
    expect(await remaining()).toBe(1);
  });

  test('is deleted from the payments of such deliveries, also if the customer has deleted them before (SEC-81)', async () => {
    const { token, user } = await harness.createUser();
    const create = async () =>
      (await harness.call('createDeliveryRequest', { token, body: parcel() })).body.id;
    const [archived, deleted] = [await create(), await create()];
    await harness.call('deleteDeliveryRequest', { token, params: { id: deleted } });
    const now = harness.clock.now();
    const row = {
      ...PAID,
      userId: user.id,
      description: 'Delivery from 12 Leinster Road',
      cardLast4: '4242',
      cardholderName: 'Nuala Byrne',
      created: now,
      lastModified: now,
    };
    await harness.db.insert(payments).values([
      { ...row, deliveryRequestId: archived, sessionId: 'cs_archived_paid' },
      { ...row, deliveryRequestId: deleted, sessionId: 'cs_deleted_declined', status: PAYMENT_STATUS.failed },
    ]);
    const remaining = () => harness.db.select().from(payments).where(eq(payments.userId, user.id));
    const afterDays = (days: number) =>
      deleteExpiredRows(harness.db, new Date(now.getTime() + days * DAY), 24);

    await afterDays(725);
    expect((await remaining()).map(({ cardholderName }) => cardholderName)).toEqual([
      'Nuala Byrne',
      'Nuala Byrne',
    ]);
    await afterDays(735);
    // What the books need of the paid one stays. No money followed the other one.
    expect(await remaining()).toMatchObject([
      { sessionId: 'cs_archived_paid', description: 'Delivery', cardLast4: null, cardholderName: null },
    ]);
  });

  test('is deleted with a delivery that its customer deletes, except from attempts that the history lists (SEC-81)', async () => {
    const { token, user } = await harness.createUser();
    const { id } = (await harness.call('createDeliveryRequest', { token, body: parcel() })).body;
    const now = harness.clock.now();
    const row = { ...PAID, userId: user.id, deliveryRequestId: id, created: now, lastModified: now };
    const untried = {
      ...row,
      status: PAYMENT_STATUS.canceled,
      description: 'Delivery from 12 Leinster Road',
    };
    await harness.db.insert(payments).values([
      { ...untried, sessionId: 'cs_untried', sessionState: 'expired' },
      { ...untried, sessionId: 'cs_payable', sessionState: 'dead' },
      { ...untried, sessionId: 'cs_returned', refund: 'done' },
      { ...untried, sessionId: 'cs_declined', sessionState: 'expired', status: PAYMENT_STATUS.failed },
    ]);
    const remaining = async () => {
      const rows = await harness.db.select().from(payments).where(eq(payments.userId, user.id));
      return rows.map(({ sessionId }) => sessionId).sort();
    };
    await after(0);
    expect(await remaining()).toEqual(['cs_declined', 'cs_payable', 'cs_returned', 'cs_untried']);
    await harness.call('deleteDeliveryRequest', { token, params: { id } });
    await after(0);
    // The provider may still take money on the page that is not closed there yet.
    expect(await remaining()).toEqual(['cs_declined', 'cs_payable', 'cs_returned']);
  });

  test('is kept while money is disputed or owed, and for seven years after the last document (SEC-81)', async () => {
    const { token, user } = await harness.createUser();
    const now = harness.clock.now();
    const later = (days: number) => new Date(now.getTime() + days * DAY);
    const ids: number[] = [];
    for (const state of [
      { dispute: 'needs_response' },
      { refund: 'rejected' },
      { refund: 'failed' },
    ] as const) {
      const request = await createPaidRequest(harness, token);
      const { guid } = await acceptAsOperator(harness, request);
      await harness.ops('POST', `orders/${guid}/events`, { type: 5 });
      const row = { ...PAID, ...state, userId: user.id, deliveryRequestId: request };
      const times = { created: now, lastModified: now };
      const [payment] = await harness.db
        .insert(payments)
        .values({ ...row, ...times, sessionId: `cs_${request}` })
        .returning();
      ids.push(payment?.id ?? 0);
    }
    const open = () => harness.db.$count(payments, inArray(payments.id, ids));
    const requests = () => harness.db.$count(deliveryRequests, eq(deliveryRequests.userId, user.id));

    await deleteExpiredRows(harness.db, later(8 * 366), 24);
    expect([await open(), await requests()]).toEqual([3, 3]);
    await harness.db
      .update(payments)
      .set({ refund: 'none', dispute: 'lost' })
      .where(inArray(payments.id, ids));
    const paymentId = ids[0] ?? 0;
    const [refund] = await harness.db
      .insert(paymentRefunds)
      .values({
        paymentId,
        reason: 'operator',
        state: 'done',
        nextAttempt: now,
        created: now,
        lastModified: now,
      })
      .returning();
    await harness.db.insert(paymentDocuments).values({
      kind: 'creditNote',
      number: 1,
      paymentId,
      refundId: refund?.id ?? 0,
      content: { title: 'Credit note', supplier: [], sections: [] },
      issued: later(400),
    });
    await deleteExpiredRows(harness.db, later(8 * 366), 24);
    expect([await open(), await requests()]).toEqual([1, 0]);
    await deleteExpiredRows(harness.db, later(9 * 366), 24);
    expect(await open()).toBe(0);
  });

  test('is kept for whole months, also if the last of them is shorter (SEC-81)', async () => {
    const { token, user } = await harness.createUser();
    await harness.call('createDeliveryRequest', { token, body: parcel() });
    const changed = { lastModified: new Date('2027-03-01T12:00:00Z') };
    await harness.db.update(deliveryRequests).set(changed).where(eq(deliveryRequests.userId, user.id));
    const remaining = () => harness.db.$count(deliveryRequests, eq(deliveryRequests.userId, user.id));
    await deleteExpiredRows(harness.db, new Date('2027-03-31T12:00:00Z'), 1);
    expect(await remaining()).toBe(1);
    await deleteExpiredRows(harness.db, new Date('2027-04-01T13:00:00Z'), 1);
    expect(await remaining()).toBe(0);
  });

  test('is deleted with jobs that failed 90 days ago, and with no other job (SEC-11)', async () => {
    await harness.db.delete(jobs);
    const payload = { to: 'nuala@example.ie', subject: 'Hello', text: 'Hello' };
    const now = harness.clock.now();
    await harness.db.insert(jobs).values([
      { kind: 'send-mail', payload, runAt: now, failedAt: now },
      { kind: 'send-mail', payload, runAt: now },
    ]);
    await after(89 * DAY);
    expect(await harness.db.$count(jobs)).toBe(2);
    await after(91 * DAY);
    expect(await harness.db.select().from(jobs)).toMatchObject([{ failedAt: null }]);
    await harness.db.delete(jobs);
  });

  test('responses of the geocoder are used for 60 days, and then deleted', async () => {
    await cacheResponse(harness.db, 'key', [], harness.clock.now());
    await after(60 * DAY);
    expect(await findCachedResponse(harness.db, 'key')).toBeDefined();
    await after(61 * DAY);
    expect(await findCachedResponse(harness.db, 'key')).toBeUndefined();
  });

  test('is deleted although another step fails (SEC-11)', async () => {
    const now = harness.clock.now();
    await harness.db.insert(jobs).values([{ kind: 'send-mail', payload: {}, runAt: now, failedAt: now }]);
    await harness.db.execute(sql`alter table rate_limits rename to unavailable`);
    await expect(after(91 * DAY)).rejects.toMatchObject({ cause: { code: '42P01' } });
    await harness.db.execute(sql`alter table unavailable rename to rate_limits`);
    expect(await harness.db.$count(jobs)).toBe(0);
  });

  test('is no part of provider events without a payment, which are deleted after a week', async () => {
    const received = harness.clock.now();
    const event = { type: 'charge.updated', created: received, received };
    await harness.db.insert(paymentEvents).values([
      { ...event, id: 'evt_foreign', paymentId: null },
      { ...event, id: 'evt_ours', paymentId: 1 },
    ]);
    await after(6 * DAY);
    expect(await harness.db.$count(paymentEvents)).toBe(2);
    await after(8 * DAY);
    expect(await harness.db.select().from(paymentEvents)).toMatchObject([{ id: 'evt_ours' }]);
    await after(401 * DAY);
    expect(await harness.db.$count(paymentEvents)).toBe(0);
  });

  test('is deleted with expired password codes and sessions (SEC-11)', async () => {
    const { user } = await harness.createUser();
    await harness.call('sendEmailCode', { body: { email: user.email } });
    await harness.runJobs();
    expect(await harness.db.$count(resetCodes)).toBe(1);
    await after(11 * 60_000);
    expect(await harness.db.$count(resetCodes)).toBe(0);
    await after(91 * DAY);
    expect(await harness.db.$count(sessions)).toBe(0);
  });
});
