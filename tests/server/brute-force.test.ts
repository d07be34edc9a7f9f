import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiHarness, createApiHarness } from '../support/api-harness.ts';
import { onBothDatabases, testOnPostgres } from '../support/databases.ts';

const OWNER = '192.0.2.1';
const STRANGER = '203.0.113.9';

onBothDatabases('A client that guesses', (open) => {
  let harness: ApiHarness;
  beforeAll(async () => {
    harness = await createApiHarness(await open(), { TRUST_PROXY: '127.0.0.1' });
  });
  afterAll(() => harness.close());

  let people = 0;
  const from = (client: string, cookie?: string) => ({
    headers: { 'x-forwarded-for': client, ...(cookie === undefined ? {} : { cookie }) },
  });
  const guesses = (count: number, email: string, client: (n: number) => string) =>
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        harness.status('login', { body: { email, password: 'guess' }, ...from(client(n)) }),
      ),
    );
  async function registered() {
    people += 1;
    const email = `guessed${people}@example.ie`;
    const body = { name: 'Ada', phoneNumber: '1', email, password: 'parcel-secret-1' };
    const { headers } = await harness.call('registerUser', { body, ...from(OWNER) });
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(cookie).toMatch(/^send_device=[\w-]{22}$/);
    await harness.confirmEmail(email);
    return { body, email, cookie };
  }

  test('passwords is locked out, and the owner on another device is not (SEC-03, REL-14)', async () => {
    const { body, email } = await registered();
    const statuses = await guesses(12, email, () => STRANGER);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    await harness.call('login', { body, ...from('192.0.2.77') });
  });

  test('passwords from the owner’s network does not lock out a known device (SEC-03, REL-14)', async () => {
    const { body, cookie, email } = await registered();
    await guesses(10, email, () => OWNER);
    expect(await harness.status('login', { body, ...from(OWNER) })).toBe(429);
    await harness.call('login', { body, ...from(OWNER, cookie) });
    const wrong = { ...body, password: 'guess' };
    for (let n = 0; n < 10; n++) {
      expect(await harness.status('login', { body: wrong, ...from(OWNER, cookie) })).toBe(401);
    }
    expect(await harness.status('login', { body, ...from(OWNER, cookie) })).toBe(429);
  });

  test('the password of an unknown email address is limited in the same way (SEC-03)', async () => {
    const statuses = await guesses(12, 'nobody-at-all@example.ie', () => '203.0.113.10');
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  });

  test('codes does not use up the tries of a known device, and does not replace its code (SEC-03)', async () => {
    const { email, cookie } = await registered();
    await harness.call('sendEmailCode', { body: { email }, ...from('192.0.2.50', cookie) });
    await harness.runJobs();
    const code = harness.codeEmailedTo(email);
    const body = { email, code, password: 'fresh-secret-1' };
    await harness.call('sendEmailCode', { body: { email }, ...from(STRANGER) });
    await harness.runJobs();
    expect(harness.codeEmailedTo(email)).not.toBe(code);
    for (let n = 0; n < 6; n++) {
      const wrong = { ...body, code: 10_000_000 + n };
      expect(await harness.status('recoverPassword', { body: wrong, ...from(STRANGER) })).toBe(400);
    }
    // A code of one device is of no use on another.
    expect(await harness.status('recoverPassword', { body, ...from(STRANGER) })).toBe(400);
    await harness.call('recoverPassword', { body, ...from('192.0.2.50', cookie) });
  });

  testOnPostgres(
    open,
    'codes for days from any number of clients has a chance of 10⁻⁶ a day, and the owner recovers (SEC-03, REL-14)',
    async () => {
      const DAY = 24 * 60 * 60_000;
      const { email, cookie } = await registered();
      const other = (await harness.call('login', { body: { email, password: 'parcel-secret-1' } })).headers;
      const stolen = other.get('set-cookie')?.split(';')[0] ?? '';
      const evaluated: number[] = [];
      const guess = async (client: string, device?: string) => {
        const body = { email, code: 10_000_000 + evaluated.length, password: 'fresh-secret-1' };
        const status = await harness.status('recoverPassword', { body, ...from(client, device) });
        if (status === 400) evaluated.push(harness.clock.now().getTime());
      };
      for (let hour = 0; hour < 48; hour += 3) {
        for (let n = 0; n < 2; n++) {
          for (const device of [undefined, stolen]) {
            const headers = from(`198.51.${hour}.${n}`, device);
            await harness.status('sendEmailCode', { body: { email }, ...headers });
            await harness.runJobs();
            for (let tries = 0; tries < 6; tries++) await guess(`198.51.${hour}.${n}`, device);
          }
        }
        harness.advanceClock(DAY / 8);
      }
      const mostInADay = Math.max(
        ...evaluated.map((time) => evaluated.filter((each) => each <= time && each > time - DAY).length),
      );
      expect(mostInADay).toBeGreaterThanOrEqual(30);
      // There are 90,000,000 codes.
      expect(mostInADay / 90_000_000).toBeLessThanOrEqual(1e-6);
      await harness.call('sendEmailCode', { body: { email }, ...from(OWNER, cookie) });
      await harness.runJobs();
      const body = { email, code: harness.codeEmailedTo(email), password: 'fresh-secret-2' };
      await harness.call('recoverPassword', { body, ...from(OWNER, cookie) });
    },
  );

  test('cannot use a cookie that logged in to another account (SEC-03)', async () => {
    const attacker = await registered();
    const { body, email } = await registered();
    const statuses = await Promise.all(
      Array.from({ length: 12 }, () =>
        harness.status('login', {
          body: { email, password: 'guess' },
          ...from(STRANGER, attacker.cookie),
        }),
      ),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    await harness.call('login', { body, ...from(OWNER) });
  });
});
