import { afterAll, beforeAll, expect, test } from 'vitest';
import { resetCodes } from '../../server/db/schema.ts';
import { type ApiHarness, createApiHarness } from '../support/api-harness.ts';
import { onBothDatabases } from '../support/databases.ts';

const MINUTE = 60_000;

onBothDatabases('A forgotten password', (open) => {
  let harness: ApiHarness;
  beforeAll(async () => {
    harness = await createApiHarness(await open());
  });
  afterAll(() => harness.close());

  async function emailedCode(email: string): Promise<number> {
    await harness.call('sendEmailCode', { body: { email } });
    await harness.runJobs();
    const mail = harness.emails.findLast(({ to, text }) => to === email && text.includes('Your code is'));
    const code = /Your code is (\d+)\./.exec(mail?.text ?? '')?.[1] ?? '';
    expect(code).toMatch(/^[1-9]\d{7}$/);
    return Number(code);
  }
  const wrong = (code: number) => (code === 99_999_999 ? 10_000_000 : code + 1);
  const recover = (email: string, code: number, password = 'fresh-secret') =>
    harness.expectProblem('recoverPassword', { body: { email, code, password } });

  test('is replaced with an emailed code of eight digits, which ends every session (AUT-06)', async () => {
    const { user, token } = await harness.createUser();
    const code = await emailedCode(user.email);
    await harness.call('recoverPassword', { body: { email: user.email, code, password: 'fresh-secret' } });
    expect(await harness.status('getUser', { token })).toBe(401);
    await harness.call('login', { body: { email: user.email, password: 'fresh-secret' } });
    expect((await recover(user.email, code)).body).toMatchObject({
      status: 400,
      title: 'VERIFICATION_CODE_NOT_FOUND',
    });
  });

  test('gets the same response for an unknown email address, and no email is sent (AUT-08)', async () => {
    const { user } = await harness.createUser();
    // Earlier tests queued emails about a reset password, which would be counted below.
    await harness.runJobs();
    const sent = harness.emails.length;
    const unknown = await harness.call('sendEmailCode', { body: { email: 'nobody@example.ie' } });
    await harness.runJobs();
    expect(harness.emails).toHaveLength(sent);
    const known = await harness.call('sendEmailCode', { body: { email: user.email } });
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect((await recover('nobody@example.ie', 12_345_678)).body.title).toBe('VERIFICATION_CODE_NOT_FOUND');
  });

  test('cannot be replaced with a code that is older than ten minutes', async () => {
    const { user } = await harness.createUser();
    const code = await emailedCode(user.email);
    harness.advanceClock(10 * MINUTE);
    expect((await recover(user.email, code)).body).toMatchObject({
      status: 400,
      title: 'VERIFICATION_CODE_EXPIRED',
    });
  });

  test('has codes that are invalid after five wrong guesses', async () => {
    const { user } = await harness.createUser();
    const code = await emailedCode(user.email);
    for (let guess = 1; guess <= 5; guess++) await recover(user.email, wrong(code));
    expect((await recover(user.email, code)).body.title).toBe('VERIFICATION_CODE_NOT_FOUND');
  });

  test('is replaced once by concurrent requests with the same code', async () => {
    const { user } = await harness.createUser();
    const code = await emailedCode(user.email);
    const body = { email: user.email, code, password: 'fresh-secret' };
    const race = await Promise.all(
      Array.from({ length: 8 }, () => harness.status('recoverPassword', { body })),
    );
    expect(race.filter((status) => status === 200)).toHaveLength(1);
    expect(race.filter((status) => status === 400)).toHaveLength(7);
  });

  test('accepts only the newest code', async () => {
    const { user } = await harness.createUser();
    const older = await emailedCode(user.email);
    const newer = await emailedCode(user.email);
    if (older !== newer) expect((await recover(user.email, older)).status).toBe(400);
    await harness.call('recoverPassword', {
      body: { email: user.email, code: newer, password: 'fresh-secret' },
    });
  });

  test('accepts the code that was asked for before its address was confirmed (SEC-03)', async () => {
    const email = 'new.customer@example.ie';
    const customer = { name: 'Nora', phoneNumber: '1', email, password: 'parcel-secret-1' };
    const { headers } = await harness.call('registerUser', { body: customer });
    const device = { headers: { cookie: headers.get('set-cookie')?.split(';')[0] ?? '' } };
    await harness.call('sendEmailCode', { body: { email }, ...device });
    await harness.runJobs();
    // The emails with the link and with the code are in the mailbox, and the customer opens the link first.
    await harness.confirmEmail(email);
    const code = harness.codeEmailedTo(email);
    for (const guess of [wrong(code), wrong(code)]) {
      const body = { email, code: guess, password: 'fresh-secret-1' };
      await harness.expectProblem('recoverPassword', { body, ...device });
    }
    await harness.call('recoverPassword', { body: { email, code, password: 'fresh-secret-1' }, ...device });
  });

  test('makes every other device a stranger, also that of someone who had registered the address (SEC-03)', async () => {
    const email = 'squatted@example.ie';
    const squatter = { name: 'Mallory', phoneNumber: '1', email, password: 'parcel-secret-1' };
    const { headers } = await harness.call('registerUser', { body: squatter });
    const device = { headers: { cookie: headers.get('set-cookie')?.split(';')[0] ?? '' } };
    await harness.call('sendEmailCode', { body: { email }, ...device });
    await harness.runJobs();
    const body = { email, code: harness.codeEmailedTo(email), password: 'fresh-secret-1' };
    // The owner of the mailbox uses the code for which the squatter has asked.
    await harness.call('recoverPassword', { body });
    await harness.runJobs();
    // An address gets few emails an hour.
    harness.advanceClock(60 * MINUTE);
    await harness.call('login', { body: { email, password: body.password }, ...device });
    await harness.runJobs();
    expect(harness.lastEmailTo(email)?.subject).toBe('New login to your Send account');
  });

  test('causes at most three code emails an hour and five a day, for a known and an unknown address (SEC-03)', async () => {
    const { user } = await harness.createUser();
    for (const email of [user.email, 'unknown@example.ie']) {
      const ask = async (count: number) => {
        const statuses = [];
        for (let n = 0; n < count; n++)
          statuses.push(await harness.status('sendEmailCode', { body: { email } }));
        await harness.runJobs();
        return statuses;
      };
      expect(await ask(4)).toEqual([200, 200, 200, 429]);
      harness.advanceClock(60 * MINUTE);
      expect(await ask(3)).toEqual([200, 200, 429]);
      harness.advanceClock(60 * MINUTE);
      expect(await ask(1)).toEqual([429]);
      harness.advanceClock(22 * 60 * MINUTE);
      expect(await ask(1)).toEqual([200]);
    }
    expect(harness.emails.filter(({ to }) => to === user.email)).toHaveLength(6);
    expect(harness.emails.filter(({ to }) => to === 'unknown@example.ie')).toEqual([]);
  });

  test('stores no readable code in the database', async () => {
    const { user } = await harness.createUser();
    const code = await emailedCode(user.email);
    expect(JSON.stringify(await harness.db.select().from(resetCodes))).not.toContain(String(code));
  });
});
