import { createServer } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_BUSINESS } from '../../server/config/business.ts';
import { jobs, orders, users } from '../../server/db/schema.ts';
import { queueArrivalEmails } from '../../server/jobs/background-tasks.ts';
import { deliveryEmailJobs } from '../../server/mail/delivery-emails.ts';
import { unlimitedMailer } from '../../server/mail/limited-mailer.ts';
import { createSmtpMailer } from '../../server/mail/mailers.ts';
import { deliveryEmailJob, enqueueDeliveryEmail } from '../../server/queries/emails.ts';
import { insertPayment } from '../../server/queries/payments.ts';
import { EVENT_TYPE, ORDER_STATUS, PAYMENT_STATUS } from '../../src/contract/status.ts';
import { type ApiHarness, createApiHarness, parcel, type TestUser } from '../support/api-harness.ts';
import { onBothDatabases, openPostgres } from '../support/databases.ts';
import { acceptAsOperator, createPaidRequest } from '../support/orders.ts';
import { runDueJobs } from '../support/run-due-jobs.ts';
import { startSmtp, type TestSmtp } from '../support/smtp.ts';

const SENDER = { name: 'Send', address: 'no-reply@send.example' };
/** Long enough for a busy machine. */
const PATIENT = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 10_000 };
const IMPATIENT = { connectionTimeout: 500, greetingTimeout: 500, socketTimeout: 500 };
const SECRET = new Uint8Array(32).fill(7);

let harness: ApiHarness;
let smtp: TestSmtp;
let customer: TestUser;

async function openHarness(open: Parameters<typeof createApiHarness>[0]): Promise<void> {
  harness = await createApiHarness(open);
}
beforeEach(async () => {
  smtp = await startSmtp();
  customer = await harness.createUser();
});
afterEach(async () => {
  await smtp.close();
  await harness.db.delete(jobs);
});

const run = (url = smtp.url, timeouts = PATIENT, business = DEFAULT_BUSINESS) =>
  runDueJobs({
    db: harness.db,
    log: pino({ level: 'silent' }),
    handlers: deliveryEmailJobs({
      db: harness.db,
      clock: harness.clock,
      mail: unlimitedMailer(createSmtpMailer(url, SENDER, timeouts)),
      secret: SECRET,
      publicUrl: 'https://send.example',
      business,
    }),
  });
const queueArrivals = (now: Date, timeZone = DEFAULT_BUSINESS.timeZone) =>
  queueArrivalEmails(harness.db, now, timeZone);
const stored = () => harness.db.select().from(jobs);
const subjectOf = (raw: string) => /^Subject: (.*)$/m.exec(raw)?.[1];
/** The subjects of the emails that have arrived since the last call. */
const arrived = () => smtp.accepted.splice(0).map(({ raw }) => subjectOf(raw));
/** An email whose headers are on one line each. */
const unfolded = (raw: string) => raw.replaceAll(/\r?\n[ \t]+/g, ' ');
/** Quoted-printable breaks long lines. */
const decoded = (raw = '') => raw.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');

const createPaid = () => createPaidRequest(harness, customer.token, { deliveryNote: '' });
const createOrder = async () => (await acceptAsOperator(harness, await createPaid())).guid;
const report = (guid: string, type: number, more = {}) =>
  harness.ops('POST', `orders/${guid}/events`, { type, ...more });

onBothDatabases('Emails about a delivery', (open) => {
  beforeAll(async () => openHarness(await open()));
  afterAll(() => harness.close());

  test('announce payment, acceptance, collection and delivery, once each (ACC-24)', async () => {
    const id = await createPaid();
    expect(await harness.pay(id)).toBe(false);
    await run();
    expect(arrived()).toEqual(['We have received your payment']);
    for (let n = 0; n < 2; n++) await harness.ops('POST', `orderrequests/${id}/accept`);
    await run();
    expect(arrived()).toEqual(['Your delivery is accepted']);
    const [order] = await harness.db.select().from(orders).where(eq(orders.deliveryRequestId, id));
    const guid = order?.guid ?? '';
    const { scheduled, pickedUp, inTransit, delivered } = EVENT_TYPE;
    for (const type of [scheduled, pickedUp, inTransit, delivered]) {
      await report(guid, type).then(() => run());
    }
    expect(arrived()).toEqual(['Your package is on its way', 'Your package was delivered']);
    expect(await stored()).toEqual([]);
  });

  test('announce problems, a return after the third attempt, and a cancellation', async () => {
    const guid = await createOrder();
    await report(guid, EVENT_TYPE.pickupFailed);
    for (let n = 0; n < 3; n++) await report(guid, EVENT_TYPE.deliveryFailed).then(() => run());
    const other = await createOrder();
    await report(other, EVENT_TYPE.requestCancelled);
    // A correction that changes nothing.
    await report(other, EVENT_TYPE.requestCancelled, { status: ORDER_STATUS.canceled });
    await run();
    expect(arrived().filter((subject) => !/payment|accepted/.test(subject ?? ''))).toEqual([
      'We could not collect your package',
      'We could not deliver your package',
      'We could not deliver your package',
      'Your package could not be delivered',
      'Your delivery was canceled',
    ]);
  });

  test('announce the day of the delivery once, in the daytime, and again for a new day', async () => {
    const guid = await createOrder();
    const day = (offset: number) => {
      const time = new Date(harness.clock.now().getTime() + offset * 24 * 3600_000);
      return time.toISOString().slice(0, 10);
    };
    await report(guid, EVENT_TYPE.scheduled, { deliveryDate: day(1), deliveryTime: '14:00 - 16:00' });
    await run();
    smtp.accepted.length = 0;
    const at = (offset: number, hour: string) => new Date(`${day(offset)}T${hour}:00Z`);
    expect(await queueArrivals(at(0, '12:00'))).toBe(0);
    expect(await queueArrivals(at(1, '05:59'))).toBe(0);
    const queued = await Promise.all([1, 2, 3].map(() => queueArrivals(at(1, '06:00'))));
    expect(queued.toSorted()).toEqual([0, 0, 1]);
    // The day has changed before the email is sent, so its content would no longer be true.
    await run();
    expect(arrived()).toEqual([]);
    await report(guid, EVENT_TYPE.rescheduled, { deliveryDate: day(0), deliveryTime: '18:00 - 20:00' });
    expect(await queueArrivals(at(0, '13:00'))).toBe(1);
    await run();
    const [mail] = smtp.accepted;
    expect(arrived()).toEqual(['Your package arrives today']);
    expect(decoded(mail?.raw)).toContain('today, 6 to 8 PM.');
  });

  test("announce the day of the delivery in the operator's time zone (ACC-24)", async () => {
    const guid = await createOrder();
    await report(guid, EVENT_TYPE.scheduled, { deliveryDate: '2026-11-03', deliveryTime: '18:00 - 20:00' });
    await run();
    arrived();
    const timeZone = 'America/Los_Angeles';
    // It is 10:30 PM on the day before, and the middle of the night.
    expect(await queueArrivals(new Date('2026-11-03T06:30:00Z'), timeZone)).toBe(0);
    expect(await queueArrivals(new Date('2026-11-03T12:00:00Z'), timeZone)).toBe(0);
    harness.advanceClock(Date.parse('2026-11-04T01:00:00Z') - harness.clock.now().getTime());
    expect(await queueArrivals(harness.clock.now(), timeZone)).toBe(1);
    await run(smtp.url, PATIENT, { ...DEFAULT_BUSINESS, timeZone });
    expect(arrived()).toEqual(['Your package arrives today']);
  });

  test('write days and times as the app does (STA-05)', async () => {
    const guid = await createOrder();
    const planned = { deliveryDate: '2027-11-03', deliveryTime: '14:00 - 16:00' };
    await report(guid, EVENT_TYPE.scheduled, planned);
    await report(guid, EVENT_TYPE.pickedUp);
    await run();
    const collected = smtp.accepted.find(({ raw }) => raw.includes('on its way'));
    expect(decoded(collected?.raw)).toContain('Nov 3, 2027, 2 to 4 PM');
  });
});

describe('An email about a delivery', () => {
  beforeAll(async () => openHarness(await openPostgres()));
  afterAll(() => harness.close());

  test('has a plain and an HTML part and a stable id, and escapes what people typed', async () => {
    const body = { pickUpSnapshot: { name: '<b>Rathmines</b> & "Co"' } };
    const id = await createPaidRequest(harness, customer.token, body);
    const [job] = await stored();
    const emailId = v.parse(v.object({ id: v.string() }), job?.payload).id;
    await run();
    const [mail] = smtp.accepted;
    const raw = decoded(mail?.raw);
    expect(mail?.to).toBe(customer.user.email);
    expect(raw).toContain(`Message-ID: <${emailId}@send.example>`);
    expect(raw).toContain('Content-Type: text/plain');
    expect(raw).toContain('From: <b>Rathmines</b> & "Co"');
    expect(raw).toContain('Content-Type: text/html');
    expect(raw).toContain('&lt;b&gt;Rathmines&lt;/b&gt; &amp; &quot;Co&quot;</td>');
    expect(raw).toContain(`https://send.example/deliveries/${id}/details`);
    // An email that loads a remote resource tells its sender that it was opened.
    expect(raw).not.toMatch(/<img|<link|<script|url\(/);
  });

  test('of every kind has a plain and an HTML part, and headers to turn the emails off', async () => {
    const today = harness.clock.now().toISOString().slice(0, 10);
    const guid = await createOrder();
    await report(guid, EVENT_TYPE.pickupFailed);
    await report(guid, EVENT_TYPE.pickedUp);
    await report(guid, EVENT_TYPE.scheduled, { deliveryDate: today });
    expect(await queueArrivals(new Date(`${today}T13:00:00Z`))).toBe(1);
    await run();
    await report(guid, EVENT_TYPE.delivered);
    const returned = await createOrder();
    for (let n = 0; n < 3; n++) await report(returned, EVENT_TYPE.deliveryFailed).then(() => run());
    await report(await createOrder(), EVENT_TYPE.requestCancelled);
    await run();
    expect([...new Set(smtp.accepted.map(({ raw }) => subjectOf(raw)))].toSorted()).toEqual([
      'We could not collect your package',
      'We could not deliver your package',
      'We have received your payment',
      'Your delivery is accepted',
      'Your delivery was canceled',
      'Your package arrives today',
      'Your package could not be delivered',
      'Your package is on its way',
      'Your package was delivered',
    ]);
    for (const { raw } of smtp.accepted) {
      const mail = unfolded(raw);
      expect(mail).toContain('Content-Type: text/plain');
      expect(mail).toContain('Content-Type: text/html');
      expect(mail).toContain('List-Unsubscribe: <');
      expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    }
  });

  test('that arrive late say nothing that the end of the delivery has replaced (ACC-24)', async () => {
    const guid = await createOrder();
    await report(guid, EVENT_TYPE.pickedUp);
    await report(guid, EVENT_TYPE.deliveryFailed);
    await report(guid, EVENT_TYPE.delivered);
    await run();
    expect(arrived().toSorted()).toEqual(['We have received your payment', 'Your package was delivered']);
  });

  test('about a payment promises no acceptance that the customer already has (ACC-24)', async () => {
    await createPaid();
    await createOrder();
    await run();
    const paid = smtp.accepted.filter(({ raw }) => subjectOf(raw) === 'We have received your payment');
    expect(paid.filter(({ raw }) => decoded(raw).includes('shortly'))).toHaveLength(1);
    expect(paid).toHaveLength(2);
  });

  test('about a payment that was refunded meanwhile promises no acceptance (PAY-85)', async () => {
    const deliveryRequestId = await createPaid();
    const now = harness.clock.now();
    await insertPayment(harness.db, {
      userId: customer.user.id,
      deliveryRequestId,
      provider: 'sandbox',
      origin: '',
      sessionState: 'complete',
      status: PAYMENT_STATUS.paid,
      amountCents: 1333,
      amountRefundedCents: 1333,
      currency: 'EUR',
      description: 'Delivery',
      expires: now,
      checked: now,
      created: now,
      lastModified: now,
    });
    await run();
    expect(decoded(smtp.accepted[0]?.raw)).toContain('Thank you for your payment');
    expect(decoded(smtp.accepted[0]?.raw)).not.toContain('shortly');
  });

  test('that asks for the payment is not sent after it, or while a place is unclear again (PLC-03)', async () => {
    const id = await createPaid();
    await enqueueDeliveryEmail(harness.db, id, 'priceConfirmed');
    const body = parcel({ dropOffSnapshot: { name: 'Work' } });
    const unclear = (await harness.call('createDeliveryRequest', { token: customer.token, body })).body;
    await enqueueDeliveryEmail(harness.db, unclear.id, 'priceConfirmed');
    await run();
    expect(arrived()).toEqual(['We have received your payment']);
  });

  test('can be turned off in the account, which affects no other account', async () => {
    const other = await harness.createUser();
    const { body } = await harness.call('setMailUpdates', {
      token: customer.token,
      body: { isEnabled: false },
    });
    expect(body).toMatchObject({ hasMailUpdates: false });
    await createPaid();
    await run();
    expect(smtp.accepted).toEqual([]);
    expect(await stored()).toEqual([]);
    expect((await harness.call('getUser', { token: other.token })).body).toMatchObject({
      hasMailUpdates: true,
    });
    await harness.call('setMailUpdates', { token: customer.token, body: { isEnabled: true } });
    await createPaid();
    await run();
    expect(smtp.accepted).toHaveLength(1);
  });

  test('can be turned off with one click by its List-Unsubscribe header, but not by opening the link', async () => {
    await createPaid();
    await run();
    const raw = unfolded(smtp.accepted[0]?.raw ?? '');
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    const [, path = ''] = /List-Unsubscribe: ?<https:\/\/send\.example(\/\S+)>/.exec(raw) ?? [];
    const isEnabled = async () =>
      (await harness.db.select().from(users).where(eq(users.id, customer.user.id)))[0]?.hasMailUpdates;

    const shown = await harness.send(path);
    expect(shown.status).toBe(200);
    expect(shown.body).toContain('<form method="post">');
    expect(await isEnabled()).toBe(true);
    const forged = path.replace(/\/(\d+)\./, (_, id: string) => `/${Number(id) + 1}.`);
    for (const wrong of [forged, `${path}x`, '/api/unsubscribe/1.x']) {
      expect((await harness.send(wrong, { method: 'POST' })).status).toBe(404);
    }
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await harness.send(path, { method: 'POST', body })).status).toBe(200);
    expect(await isEnabled()).toBe(false);
  });

  test('to an address that the mail server refuses is not sent again, and is listed as failed', async () => {
    smtp.behaviour.refuseRecipient = () => ({ code: 550, message: 'no such mailbox' });
    await createPaid();
    await run();
    await harness.db.execute(sql`update jobs set run_at = now() where failed_at is null`);
    expect(await run()).toBe(0);
    expect((await harness.ops('GET', 'failed-jobs')).body).toMatchObject([
      { kind: deliveryEmailJob.kind, attempts: 1, lastError: 'The mail server refused the email with 550.' },
    ]);
  });

  test('is sent once when the mail server greylists it first', async () => {
    smtp.behaviour.refuseRecipient = () => ({ code: 451, message: 'try again later' });
    await createPaid();
    await run();
    expect(await stored()).toMatchObject([{ attempts: 1, failedAt: null }]);
    delete smtp.behaviour.refuseRecipient;
    await harness.db.execute(sql`update jobs set run_at = now()`);
    await run();
    expect(arrived()).toEqual(['We have received your payment']);
    expect(await stored()).toEqual([]);
  });

  test('is sent later when the mail server hangs, and delays neither payment nor acceptance', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const address = silent.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const guid = await createOrder();
    expect(guid).not.toBe('');
    expect(await run(`smtp://127.0.0.1:${address.port}`, IMPATIENT)).toBe(2);
    expect(await stored()).toMatchObject([{ attempts: 1 }, { attempts: 1 }]);
    await harness.db.execute(sql`update jobs set run_at = now()`);
    await run();
    expect(arrived().toSorted()).toEqual(['We have received your payment', 'Your delivery is accepted']);
    silent.close();
  });
});
