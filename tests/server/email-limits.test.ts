import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { DEFAULT_BUSINESS } from '../../server/config/business.ts';
import { EMAIL_KINDS, type EmailKind } from '../../server/config/limits.ts';
import { jobs, users } from '../../server/db/schema.ts';
import { deliveryEmailJobs } from '../../server/mail/delivery-emails.ts';
import { createLimitedMailer, emailJob, emailJobs } from '../../server/mail/limited-mailer.ts';
import { type ApiHarness, createApiHarness } from '../support/api-harness.ts';
import { onBothDatabases, testOnPostgres } from '../support/databases.ts';
import { acceptAsOperator, createPaidRequest } from '../support/orders.ts';
import { runDueJobs } from '../support/run-due-jobs.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PASSWORD = 'parcel-secret-1';
const SILENT = pino({ level: 'silent' });

onBothDatabases('The emails to one address', (open) => {
  let harness: ApiHarness;
  let arrived: { to: string; subject: string; time: number }[];
  let people = 0;
  beforeAll(async () => {
    harness = await createApiHarness(await open(), { TRUST_PROXY: '127.0.0.1' });
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    arrived = [];
    await harness.db.delete(jobs);
  });

  const from = (client: string, cookie?: string) => ({
    headers: { 'x-forwarded-for': client, ...(cookie === undefined ? {} : { cookie }) },
  });
  const limitedEmail = () =>
    createLimitedMailer({
      db: harness.db,
      clock: harness.clock,
      log: SILENT,
      mail: {
        send: async ({ to, subject }) =>
          void arrived.push({ to, subject, time: harness.clock.now().getTime() }),
      },
    });
  const send = (to: string, kind: EmailKind) =>
    limitedEmail().send({ to, kind, write: () => ({ subject: kind, text: '' }) });
  /** Runs all jobs, also those that wait, and records what was emailed. */
  const runJobs = async () => {
    await harness.db.execute(sql`update jobs set run_at = clock_timestamp() where failed_at is null`);
    const before = harness.emails.length;
    await harness.runJobs();
    const handlers = deliveryEmailJobs({
      db: harness.db,
      clock: harness.clock,
      mail: limitedEmail(),
      secret: new Uint8Array(32),
      publicUrl: 'https://send.example',
      business: DEFAULT_BUSINESS,
    });
    await runDueJobs({ db: harness.db, log: SILENT, handlers });
    const time = harness.clock.now().getTime();
    arrived.push(...harness.emails.slice(before).map(({ to, subject }) => ({ to, subject, time })));
  };
  const arrivedAt = (to: string) => arrived.filter((mail) => mail.to === to);
  const mostWithin = (windowMs: number) =>
    Math.max(
      ...arrived.map(
        ({ time }) => arrived.filter((each) => each.time <= time && each.time > time - windowMs).length,
      ),
    );
  async function registered() {
    people += 1;
    const email = `mailed${people}@example.ie`;
    const person = { name: 'Ada', phoneNumber: '1', email, password: PASSWORD };
    const { headers, body } = await harness.call('registerUser', {
      body: person,
      ...from(`192.0.2.${people}`),
    });
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    return { email, cookie, token: body.jwtToken };
  }
  async function confirmed() {
    const person = await registered();
    await runJobs();
    const link = /https?:\/\/[^/]+(\/api\/confirm-email\/\S+)/.exec(
      harness.lastEmailTo(person.email)?.text ?? '',
    );
    expect((await harness.send(link?.[1] ?? '', { method: 'POST' })).status).toBe(200);
    arrived = [];
    harness.advanceClock(25 * HOUR);
    return person;
  }

  test('contain a link that does nothing to another account which has the id after a restore (SEC-16)', async () => {
    const { email } = await registered();
    await runJobs();
    const path = /(\/api\/confirm-email\/\S+)/.exec(harness.lastEmailTo(email)?.text ?? '')?.[1] ?? '';
    const next = { email: `next-${email}`, emailKey: `next-${email}` };
    await harness.db.update(users).set(next).where(eq(users.email, email));
    expect((await harness.send(path)).status).toBe(404);
    expect((await harness.send(path, { method: 'POST' })).status).toBe(404);
  });

  test('are the confirmation and nothing else until its owner has confirmed it (SEC-16)', async () => {
    const { email, token } = await registered();
    for (let n = 0; n < 10; n++) {
      await harness.call('login', { body: { email, password: PASSWORD }, ...from(`198.51.100.${n}`) });
    }
    await harness.call('changePassword', {
      token,
      body: { oldPassword: PASSWORD, newPassword: 'changed-secret-1' },
    });
    const login = await harness.call('login', { body: { email, password: 'changed-secret-1' } });
    await acceptAsOperator(harness, await createPaidRequest(harness, login.body.jwtToken));
    await runJobs();
    expect(arrivedAt(email).map(({ subject }) => subject)).toEqual(['Confirm your email for Send']);
    const path = /(\/api\/confirm-email\/\S+)/.exec(harness.lastEmailTo(email)?.text ?? '')?.[1] ?? '';
    // Mail scanners open every link, so opening it confirms nothing.
    expect(await harness.send(path)).toMatchObject({ status: 200 });
    const isConfirmed = async () =>
      (await harness.call('getUser', { token: login.body.jwtToken })).body.isEmailConfirmed;
    expect(await isConfirmed()).toBe(false);
    for (const forged of [`${path}x`, path.replace('confirm-email', 'unsubscribe')]) {
      expect((await harness.send(forged, { method: 'POST' })).status).toBe(404);
    }
    expect((await harness.send(path, { method: 'POST' })).status).toBe(200);
    expect(await isConfirmed()).toBe(true);
    harness.advanceClock(HOUR);
    await createPaidRequest(harness, login.body.jwtToken);
    await runJobs();
    expect(
      arrivedAt(email)
        .map(({ subject }) => subject)
        .at(-1),
    ).toBe('We have received your payment');
  });

  test('are three a day while it is not confirmed, and its owner can still recover the account (SEC-16)', async () => {
    const { email, token, cookie } = await registered();
    for (let hour = 0; hour < 24; hour++) {
      await harness.status('sendConfirmation', { token });
      for (let n = 0; n < 4; n++) {
        await harness.status('sendEmailCode', { body: { email }, ...from(`203.0.113.${hour}`) });
        await harness.status('sendEmailCode', { body: { email }, ...from('192.0.2.200', cookie) });
      }
      await runJobs();
      harness.advanceClock(HOUR - 1);
    }
    expect(arrivedAt(email)).toHaveLength(3);
    harness.advanceClock(24 * HOUR);
    await harness.call('sendEmailCode', { body: { email } });
    await runJobs();
    const code = harness.codeEmailedTo(email);
    await harness.call('recoverPassword', { body: { email, code, password: 'fresh-secret-1' } });
    await runJobs();
    // The code has proved whose address it is.
    expect(arrivedAt(email).at(-1)?.subject).toBe('Your Send password was reset');
  });

  testOnPostgres(
    open,
    'are at most five an hour and twenty a day, whatever strangers and customers do (SEC-15)',
    async () => {
      const { email, cookie, ...customer } = await confirmed();
      let { token } = customer;
      const guest = { firstName: 'Ann', lastName: 'Other', email, pickup: 'Dublin', dropoff: 'Bray' };
      for (let round = 0; round < 38; round++) {
        const client = `203.0.113.${round}`;
        await harness.status('sendEmailCode', { body: { email }, ...from(client) });
        await harness.status('sendEmailCode', { body: { email }, ...from('192.0.2.99', cookie) });
        if (round % 4 === 0) {
          await harness.status('login', { body: { email, password: PASSWORD }, ...from(client) });
          const { id } = (await harness.call('submitGuestRequest', { body: guest, ...from(client) })).body;
          await harness.ops('POST', `guest-requests/${id}/accept`, { amount: 20 });
          await createPaidRequest(harness, token);
          const passwords = { oldPassword: PASSWORD, newPassword: PASSWORD };
          const changed = await harness.call('changePassword', { token, body: passwords });
          token = changed.body.jwtToken ?? '';
        }
        await runJobs();
        harness.advanceClock(40 * MINUTE);
      }
      expect(new Set(arrived.map(({ to }) => to))).toEqual(new Set([email]));
      expect(mostWithin(HOUR)).toBeLessThanOrEqual(5);
      expect(mostWithin(24 * HOUR)).toBeLessThanOrEqual(20);
      expect(mostWithin(24 * HOUR)).toBeGreaterThan(15);
      const kinds = new Set(arrived.map(({ subject }) => subject.replace(/: please.*/, '')));
      expect([...kinds].toSorted()).toEqual([
        'New login to your Send account',
        'We have received your payment',
        'Your Send code',
        'Your Send password was changed',
        'Your delivery request is accepted',
      ]);
    },
  );

  test('leave a place for what only its owner can cause, after strangers have done their utmost (SEC-15)', async () => {
    const { email, cookie, token } = await confirmed();
    const guest = { firstName: 'Ann', lastName: 'Other', email, pickup: 'Dublin', dropoff: 'Bray' };
    for (let n = 0; n < 8; n++) {
      const client = `198.51.100.${n}`;
      await harness.status('sendEmailCode', { body: { email }, ...from(client) });
      const { id } = (await harness.call('submitGuestRequest', { body: guest, ...from(client) })).body;
      await harness.ops('POST', `guest-requests/${id}/accept`, { amount: 20 });
    }
    await runJobs();
    expect(arrived.length).toBeLessThanOrEqual(3);
    arrived = [];
    await harness.call('sendEmailCode', { body: { email }, ...from('192.0.2.98', cookie) });
    await harness.call('changePassword', {
      token,
      body: { oldPassword: PASSWORD, newPassword: 'changed-secret-1' },
    });
    await runJobs();
    expect(arrived.map(({ subject }) => subject).toSorted()).toEqual([
      'Your Send code',
      'Your Send password was changed',
    ]);
  });

  test('that exceed the limits arrive later, except for those that no one needs then (SEC-15)', async () => {
    const { email, token } = await confirmed();
    for (let n = 0; n < 5; n++) await createPaidRequest(harness, token);
    await runJobs();
    expect(arrived).toHaveLength(2);
    const waiting = await harness.db.execute(
      sql`select kind, run_at > now() + interval '50 minutes' as later from jobs`,
    );
    expect(JSON.stringify(waiting)).toContain('"later":true');
    for (let hour = 0; hour < 3; hour++) {
      harness.advanceClock(HOUR);
      await runJobs();
    }
    expect(arrivedAt(email)).toHaveLength(5);
    for (let n = 0; n < 4; n++) {
      await harness.call('login', { body: { email, password: PASSWORD }, ...from(`198.51.100.${100 + n}`) });
    }
    await runJobs();
    harness.advanceClock(2 * HOUR);
    arrived = [];
    await runJobs();
    expect(arrived).toEqual([]);
  });

  test('all arrive later, however many wait for each place (SEC-15)', async () => {
    const to = 'many@example.ie';
    const email = { to, subject: 'Receipt', text: '', kind: 'delivery' as const };
    for (let count = 0; count < 30; count++) await emailJob.enqueue(harness.db, email);
    for (let hour = 0; hour < 100; hour++) {
      await runDueJobs({ db: harness.db, log: SILENT, handlers: emailJobs(limitedEmail()) });
      harness.advanceClock(HOUR);
      await harness.db.execute(
        sql`update jobs set run_at = run_at - interval '1 hour' where failed_at is null`,
      );
    }
    expect(arrivedAt(to)).toHaveLength(30);
    expect(mostWithin(24 * HOUR)).toBeLessThanOrEqual(20);
  });

  test('count by mailbox, and exactly when fifty are sent at once (SEC-15)', async () => {
    const addresses = [
      'ada@gmail.com',
      'Ada@GMAIL.com',
      'a.d.a@googlemail.com',
      'ada+one@gmail.com',
      'a.da+2@gmail.com',
    ];
    const attempts = Array.from({ length: 50 }, (_, n) => send(addresses[n % 5] ?? '', 'guest'));
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(arrived).toHaveLength(2);
    arrived = [];
    for (const kind of EMAIL_KINDS) {
      await Promise.allSettled(Array.from({ length: 50 }, () => send('everything@example.ie', kind)));
    }
    expect(arrived).toHaveLength(5);
  });

  test('do not count while the mail server is unavailable (SEC-15)', async () => {
    const { db, clock } = harness;
    const mail = { send: () => Promise.reject(new Error('unavailable')) };
    const unavailable = createLimitedMailer({ db, clock, log: SILENT, mail });
    for (let n = 0; n < 10; n++) {
      const attempt = unavailable.send({
        to: 'later@example.ie',
        kind: 'guest',
        write: () => ({ subject: '', text: '' }),
      });
      await expect(attempt).rejects.toThrow('unavailable');
    }
    await send('later@example.ie', 'guest');
    expect(arrived).toHaveLength(1);
  });
});
