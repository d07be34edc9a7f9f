import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer } from '../../server/boot/server.ts';
import { readEnvironment } from '../../server/config/environment.ts';
import { migrate } from '../../server/db/migrate.ts';
import type { OpenDatabase } from '../../server/db/open-database.ts';
import { jobs } from '../../server/db/schema.ts';
import { startJobRunner } from '../../server/jobs/runner.ts';
import { emailJob, emailJobs, unlimitedMailer } from '../../server/mail/limited-mailer.ts';
import { createSmtpMailer } from '../../server/mail/mailers.ts';
import { insertUser } from '../../server/queries/users.ts';
import { openPostgres } from '../support/databases.ts';
import { runDueJobs } from '../support/run-due-jobs.ts';
import { startSmtp, type TestSmtp } from '../support/smtp.ts';

const SENDER = { name: 'Send', address: 'no-reply@send.example' };
/** Long enough for a busy machine. */
const PATIENT = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 20_000 };
const IMPATIENT = { connectionTimeout: 500, greetingTimeout: 500, socketTimeout: 500 };
const lines: string[] = [];
const log = pino({ base: null }, { write: (line: string) => void lines.push(line) });

let database: OpenDatabase;
let smtp: TestSmtp;
beforeEach(async () => {
  database = await openPostgres();
  await migrate(database.db);
  smtp = await startSmtp();
});
afterEach(async () => {
  await smtp.close();
  await database.close();
});

const enqueue = (to: string) =>
  emailJob.enqueue(database.db, { to, subject: 'Accepted', text: 'Number 7', kind: 'accountChange' });
const run = () =>
  runDueJobs({
    db: database.db,
    log,
    handlers: emailJobs(unlimitedMailer(createSmtpMailer(smtp.url, SENDER, PATIENT))),
  });
const stored = () => database.db.select().from(jobs);

test('An email arrives once, from its sender', async () => {
  await enqueue('aoife@example.ie');
  await run();
  expect(smtp.accepted).toHaveLength(1);
  expect(smtp.accepted[0]).toMatchObject({ to: 'aoife@example.ie' });
  expect(smtp.accepted[0]?.raw).toContain('From: Send <no-reply@send.example>');
  expect(await stored()).toEqual([]);
});

test('An email that is sent twice, because its process was taken for dead, has the same id both times (PRD-106)', async () => {
  let begun = 0;
  let accept = () => {};
  const accepted = new Promise<void>((resolve) => (accept = resolve));
  smtp.behaviour.beforeAccept = () => {
    begun += 1;
    return accepted;
  };
  await enqueue('aoife@example.ie');
  const first = run();
  await expect.poll(() => begun).toBe(1);
  await database.db.update(jobs).set({ runAt: new Date(0) });
  const second = run();
  await expect.poll(() => begun).toBe(2);
  accept();
  await Promise.all([first, second]);
  await enqueue('aoife@example.ie');
  await run();
  const [id, again, another] = smtp.accepted.map(
    ({ raw }) => /^Message-ID: <.+@send\.example>/m.exec(raw)?.[0],
  );
  expect(again).toBe(id);
  expect(another).not.toBe(id);
});

test('Many emails share a few connections, also after one was rejected (PRD-106)', async () => {
  smtp.behaviour.refuseRecipient = (address) =>
    address.startsWith('n0@') ? { code: 550, message: 'no mailbox' } : undefined;
  const mail = createSmtpMailer(smtp.url, SENDER, PATIENT);
  const sent = await Promise.allSettled(
    Array.from({ length: 60 }, (_, n) =>
      mail.send({ to: `n${n}@example.ie`, subject: 'Accepted', text: '' }),
    ),
  );
  expect(sent.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect(smtp.accepted).toHaveLength(59);
  expect(smtp.connections()).toBeLessThanOrEqual(6);
  mail.close();
});

test('An email is sent after the mail server was restarted (PRD-106)', async () => {
  const mail = createSmtpMailer(smtp.url, SENDER, PATIENT);
  await mail.send({ to: 'aoife@example.ie', subject: 'Accepted', text: '' });
  await smtp.close();
  smtp = await startSmtp(Number(new URL(smtp.url).port));
  await mail.send({ to: 'aoife@example.ie', subject: 'Accepted', text: '' });
  expect(smtp.accepted).toHaveLength(1);
  mail.close();
});

test('An email that the server rejects permanently is not sent again, and its address is not logged', async () => {
  smtp.behaviour.refuseRecipient = (address) => ({ code: 550, message: `no mailbox ${address}` });
  await enqueue('nobody@example.ie');
  expect(await run()).toBe(1);
  const [job] = await stored();
  expect(job).toMatchObject({ attempts: 1, lastError: 'The mail server refused the email with 550.' });
  expect(job?.failedAt).toBeInstanceOf(Date);
  expect(lines.join('')).toContain('refused the email with 550');
  expect(lines.join('')).not.toContain('nobody@');
});

test('An email that is greylisted is sent later', async () => {
  smtp.behaviour.refuseRecipient = () => ({ code: 451, message: 'try again later' });
  await enqueue('aoife@example.ie');
  expect(await run()).toBe(1);
  expect(await stored()).toMatchObject([{ attempts: 1, failedAt: null }]);
  delete smtp.behaviour.refuseRecipient;
  await database.db.update(jobs).set({ runAt: new Date(0) });
  expect(await run()).toBe(1);
  expect(smtp.accepted).toHaveLength(1);
});

test('An email that is sent later does not log its address (REL-21)', async () => {
  smtp.behaviour.refuseRecipient = (address) => ({ code: 450, message: `${address} is busy` });
  await enqueue('ciara@example.ie');
  expect(await run()).toBe(1);
  expect(lines.join('')).toContain('deferred the email with 450');
  expect(lines.join('')).not.toContain('ciara@');
});

test('A text with several addresses is sent to no one (VAL-07)', async () => {
  await enqueue('aoife@example.ie, brian@example.ie');
  await enqueue('Aoife <aoife@example.ie>');
  expect(await run()).toBe(2);
  expect(smtp.accepted).toEqual([]);
  expect(await stored()).toMatchObject(
    [1, 2].map(() => ({ lastError: 'The recipient is not one email address.' })),
  );
  expect(lines.join('')).not.toContain('brian@');
});

test('A connection to a mail server that never sends its greeting times out, and the email is sent later', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  const address = silent.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const mail = createSmtpMailer(`smtp://127.0.0.1:${address.port}`, SENDER, IMPATIENT);
  await enqueue('aoife@example.ie');
  const started = performance.now();
  expect(await runDueJobs({ db: database.db, log, handlers: emailJobs(unlimitedMailer(mail)) })).toBe(1);
  expect(performance.now() - started).toBeLessThan(15_000);
  expect(await stored()).toMatchObject([{ attempts: 1, failedAt: null }]);
  silent.close();
});

test('An email that the server accepts long after the lease arrives once, and delays no other mail', async () => {
  let accept = () => {};
  smtp.behaviour.beforeAccept = (to) =>
    to.startsWith('slow') ? new Promise((resolve) => (accept = resolve)) : Promise.resolve();
  await enqueue('slow@example.ie');
  await enqueue('quick@example.ie');
  const mail = createSmtpMailer(smtp.url, SENDER, PATIENT);
  const options = { pollMs: 20, leaseMs: 2000 };
  const processes = [1, 2].map(() =>
    startJobRunner({ ...database, log, handlers: emailJobs(unlimitedMailer(mail)) }, options),
  );
  await expect.poll(() => smtp.accepted.map(({ to }) => to)).toEqual(['quick@example.ie']);
  const leaseEnd = async () => Number((await stored())[0]?.runAt);
  const firstEnd = await leaseEnd();
  // The lease has been extended until it would have expired twice.
  await expect.poll(leaseEnd).toBeGreaterThan(firstEnd + 2 * options.leaseMs);
  accept();
  await expect.poll(stored).toEqual([]);
  await Promise.all(processes.map((each) => each.stop()));
  expect(smtp.accepted.map(({ to }) => to)).toEqual(['quick@example.ie', 'slow@example.ie']);
});

test('A process that stops sends the emails that it has begun with (PRD-106)', async () => {
  const { db } = database;
  const dataDir = mkdtempSync(join(tmpdir(), 'send-email-'));
  const people = Array.from({ length: 4 }, (_, n) => `n${n}@example.ie`);
  const codes = people.map((email) => ({ email, isKnownDevice: false, requested: Date.now() }));
  await Promise.all(
    people.map((email) =>
      insertUser(db, { name: '', email, phoneNumber: '', passwordHash: '', created: new Date() }),
    ),
  );
  await Promise.all(people.map(enqueue));
  await db.insert(jobs).values(codes.map((payload) => ({ kind: 'send-code', payload, runAt: new Date(0) })));
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  let begun = 0;
  smtp.behaviour.beforeAccept = () => {
    begun += 1;
    return opened;
  };
  const env = { PORT: '0', DEMO: '0', RATE_LIMITS: 'off', DATA_DIR: dataDir, SMTP_URL: smtp.url };
  const server = await startServer(readEnvironment(env), { ...database, close: async () => {} }, log);
  // Eight jobs run, and three of them wait for one of five connections.
  await expect.poll(() => begun).toBe(5);
  await expect.poll(async () => (await stored()).filter(({ attempts }) => attempts === 1).length).toBe(8);
  const closing = server.close();
  await expect
    .poll(() =>
      fetch(server.url).then(
        () => true,
        () => false,
      ),
    )
    .toBe(false);
  open();
  await closing;
  expect(smtp.accepted).toHaveLength(8);
  rmSync(dataDir, { recursive: true });
});
