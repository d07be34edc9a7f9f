import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createLimitedMailer } from '../../server/mail/limited-mailer.ts';
import { insertAudit, listAuditOf } from '../../server/queries/audit.ts';
import { pauseUpstream, reserveSlot } from '../../server/queries/geocode-upstreams.ts';
import { tryAcquireLock } from '../../server/queries/locks.ts';
import { deliverySubject } from '../../server/queries/payments.ts';
import { cleanUp } from '../../server/queries/retention.ts';
import { PAYMENT_STATUS } from '../../src/contract/status.ts';
import { type ApiHarness, createApiHarness } from '../support/api-harness.ts';
import { onBothDatabases } from '../support/databases.ts';
import {
  createPaymentHarness,
  createRequest,
  createUser,
  listPayments,
  ORIGIN,
  payWithCard,
} from '../support/payment-harness.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const YEAR_MS = 365 * 24 * HOUR_MS;

onBothDatabases('A clock that was a year ahead and is set back', (open) => {
  let harness: ApiHarness;
  beforeAll(async () => {
    harness = await createApiHarness(await open());
  });
  afterAll(() => harness.close());

  /** The first and the last result while it is ahead, and one after it was set back. */
  async function whileAhead<T>(count: number, act: () => Promise<T>): Promise<(T | undefined)[]> {
    harness.advanceClock(YEAR_MS);
    const results: T[] = [];
    for (let n = 0; n < count; n++) results.push(await act());
    harness.advanceClock(-YEAR_MS);
    return [results.at(0), results.at(-1), await act()];
  }

  test('rejects no call because of limits that were reached meanwhile (REL-35)', async () => {
    const body = { email: 'nobody@example.ie' };
    expect(await whileAhead(31, () => harness.status('sendEmailCode', { body }))).toEqual([200, 429, 200]);
    const params = { orderGuid: '3f0c4f0e-0000-4000-8000-000000000000' };
    expect(await whileAhead(61, () => harness.status('trackOrder', { params }))).toEqual([404, 429, 404]);
  });

  test('delays no email because of those that were sent meanwhile (REL-35)', async () => {
    const { db, clock } = harness;
    const mail = createLimitedMailer({
      db,
      clock,
      log: pino({ level: 'silent' }),
      mail: { send: async () => {} },
    });
    const write = () => ({ subject: 'Receipt', text: '' });
    const send = () =>
      mail.send({ to: 'aoife@example.ie', kind: 'delivery', write }).then(
        () => 'sent',
        () => 'later',
      );
    expect(await whileAhead(6, send)).toEqual(['sent', 'later', 'sent']);
  });

  test('ends the pause of a geocoder that began meanwhile (REL-35)', async () => {
    const { db, clock } = harness;
    const url = 'https://nominatim.example';
    const reserve = async () =>
      (await reserveSlot(db, url, { now: clock.now(), intervalMs: 1, maxWaitMs: 1000 })) !== undefined;
    await reserve();
    harness.advanceClock(YEAR_MS);
    await pauseUpstream(db, url, new Date(clock.now().getTime() + 30_000));
    expect(await reserve()).toBe(false);
    harness.advanceClock(-YEAR_MS);
    expect(await reserve()).toBe(true);
  });

  test('of the database frees a lock that was taken meanwhile (REL-35)', async () => {
    const { db } = harness;
    const take = () => tryAcquireLock(db, 'reconcile', crypto.randomUUID(), 25);
    expect(await take()).toBe(true);
    expect(await take()).toBe(false);
    await db.execute(sql`update payment_locks set expires = expires + interval '1 year'`);
    expect(await take()).toBe(true);
    expect(await take()).toBe(false);
  });

  test('deletes only what has expired by the clock of the database too (REL-35)', async () => {
    const { db } = harness;
    const record = (time: number) =>
      insertAudit(db, { event: 'login', time: new Date(time), actor: 'user 7', subject: 'user 7' });
    await record(Date.now());
    await record(Date.now() - 2 * YEAR_MS);
    await cleanUp(db, new Date(Date.now() + 10 * YEAR_MS));
    expect(await listAuditOf(db, 'user 7')).toHaveLength(1);
  });

  test('leaves no payment unnoticed that was checked meanwhile (REL-35)', async () => {
    const { payments, userId, sessionUrl, reconcileAhead } = await checkout(open);
    await reconcileAhead();
    await payWithCard(payments, sessionUrl);
    vi.spyOn(payments.stripe.events, 'list').mockImplementation(() => {
      throw new Stripe.errors.StripePermissionError({ type: 'invalid_request_error', message: 'no right' });
    });
    payments.clock.pass(MINUTE_MS);
    await payments.payments.reconcile();
    expect(await listPayments(payments, userId)).toMatchObject([{ status: PAYMENT_STATUS.paid }]);
  });

  test('ends the pause of a provider that failed meanwhile (REL-35)', async () => {
    const { payments, userId, requestId, sessionUrl } = await checkout(open);
    vi.spyOn(payments.stripe.checkout.sessions, 'retrieve').mockRejectedValueOnce(new Error('away'));
    payments.clock.pass(12 * HOUR_MS);
    await payments.payments.refresh(deliverySubject(requestId));
    payments.clock.pass(-12 * HOUR_MS);
    await payWithCard(payments, sessionUrl);
    await payments.payments.refresh(deliverySubject(requestId));
    expect(await listPayments(payments, userId)).toMatchObject([{ status: PAYMENT_STATUS.paid }]);
  });

  test('leaves no refund unnoticed whose webhook is lost (REL-35)', async () => {
    const { payments, userId, sessionUrl, reconcileAhead } = await checkout(open);
    await payWithCard(payments, sessionUrl);
    await reconcileAhead();
    const [intent] = (await payments.stripe.paymentIntents.list()).data;
    await payments.stripe.refunds.create({ payment_intent: intent?.id ?? '', amount: 400 });
    payments.clock.pass(MINUTE_MS);
    await payments.payments.reconcile();
    expect(await listPayments(payments, userId)).toMatchObject([{ amountRefunded: 4 }]);
  });

  test('sends at once what was to be refunded meanwhile (REL-35)', async () => {
    const { payments, userId, sessionUrl } = await checkout(open);
    await payWithCard(payments, sessionUrl);
    await payments.payments.reconcile();
    const paymentId = Number((await listPayments(payments, userId))[0]?.id);
    payments.clock.pass(12 * HOUR_MS);
    vi.spyOn(payments.stripe.refunds, 'create').mockRejectedValueOnce(new Error('away'));
    const refund = {
      paymentId,
      amountCents: 400,
      key: 'key',
      operator: { actor: 'nuala', source: '127.0.0.1' },
    };
    await payments.payments.operator.refund(refund);
    payments.clock.pass(MINUTE_MS - 12 * HOUR_MS);
    await payments.payments.reconcile();
    expect(await listPayments(payments, userId)).toMatchObject([{ amountRefunded: 4 }]);
  });
});

/** An open checkout whose webhooks are lost. */
async function checkout(open: Parameters<typeof createPaymentHarness>[0]) {
  const payments = await createPaymentHarness(open);
  onTestFinished(() => payments.close());
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  payments.webhooks.holdWebhooks = true;
  const userId = await createUser(payments);
  const requestId = await createRequest(payments, userId);
  const { sessionUrl } = await payments.payments.createSession({ userId, requestId, origin: ORIGIN });
  const reconcileAhead = async () => {
    payments.clock.pass(12 * HOUR_MS);
    await payments.payments.reconcile();
    payments.clock.pass(-12 * HOUR_MS);
  };
  return { payments, userId, requestId, sessionUrl, reconcileAhead };
}
