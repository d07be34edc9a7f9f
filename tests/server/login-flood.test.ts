import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { listen } from '../../server/http/listen.ts';
import { type ApiHarness, createApiHarness } from '../support/api-harness.ts';
import { openPostgres } from '../support/databases.ts';

// A tenth of the real cost still makes a hash take longer than the rest of a login.
const cost = vi.hoisted(() => ({ N: 8192, r: 8, p: 1 }));
vi.mock('../../server/accounts/password-cost.ts', () => ({ PASSWORD_COST: cost }));

const OWNER = '192.0.2.1';

// The process keeps the queue, so one database is enough: brute-force.test.ts counts the failures on both.
describe('While strangers flood the login', () => {
  let harness: ApiHarness;
  let listener: Awaited<ReturnType<typeof listen>>;
  beforeAll(async () => {
    harness = await createApiHarness(await openPostgres(), { TRUST_PROXY: '127.0.0.1' });
    listener = await listen({ port: 0, host: '127.0.0.1' }, harness.app.fetch);
  });
  afterAll(async () => {
    await listener.close();
    await harness.close();
  });

  let people = 0;
  async function registered() {
    people += 1;
    const body = {
      name: 'Ada',
      phoneNumber: '1',
      email: `flooded${people}@example.ie`,
      password: 'parcel-secret-1',
    };
    const { headers } = await harness.call('registerUser', { body, headers: { 'x-forwarded-for': OWNER } });
    return { ...body, cookie: headers.get('set-cookie')?.split(';')[0] ?? '' };
  }

  type Login = { email: string; password: string; client: string; cookie?: string };
  async function logIn({ email, password, client, cookie }: Login, signal?: AbortSignal) {
    const { status } = await fetch(`http://127.0.0.1:${listener.port}/api/users/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': client,
        ...(cookie === undefined ? {} : { cookie }),
      },
      body: JSON.stringify({ email, password }),
      ...(signal === undefined ? {} : { signal }),
    });
    return status;
  }
  /** Starts logins of unknown accounts, each from an address of its own, which wait for their response. */
  const flood = (count: number, email = (n: number) => `nobody${n}@example.ie`, signal?: AbortSignal) =>
    Array.from({ length: count }, (_, n) =>
      logIn({ email: email(n), password: 'guess', client: `198.51.100.${n % 250}` }, signal),
    );

  test('the owner logs in on a known device at once, before all who wait (SEC-03)', async () => {
    const { email, password, cookie } = await registered();
    let isOver = false;
    const flooding = Promise.all(flood(60)).finally(() => {
      isOver = true;
    });
    expect(await logIn({ email, password, client: OWNER, cookie })).toBe(200);
    // Those who wait longest get 503 after eight seconds, so a slow machine would end the flood during more logins.
    expect(isOver).toBe(false);
    for (let n = 0; n < 14; n++) {
      expect(await logIn({ email, password, client: OWNER, cookie })).toBe(200);
    }
    await flooding;
  });

  test('a login that the server was too busy to try counts as no failure (SEC-03, REL-14)', async () => {
    const { email } = await registered();
    const client = '192.0.2.60';
    const strangers = Promise.all(flood(60));
    const refused = await Promise.all(
      Array.from({ length: 40 }, () => logIn({ email, password: 'guess', client })),
    );
    expect(refused).toContain(503);
    await strangers;
    const tried = refused.filter((status) => status === 401).length;
    const statuses: number[] = [];
    for (let n = tried; n < 12; n++) statuses.push(await logIn({ email, password: 'guess', client }));
    expect(statuses.filter((status) => status === 401)).toHaveLength(10 - tried);
  });

  test('clients that have left neither delay nor lock out the owner on a new device (SEC-03)', async () => {
    const { email, password } = await registered();
    for (let round = 0; round < 2; round++) {
      const leaving = new AbortController();
      const logins = flood(80, () => email, leaving.signal);
      const gone = Promise.allSettled(logins);
      // The queue is full as soon as one is refused.
      await Promise.any(logins.map(async (login) => expect(await login).toBe(503)));
      leaving.abort();
      expect((await gone).filter(({ status }) => status === 'rejected').length).toBeGreaterThan(30);
      expect(await logIn({ email, password, client: `192.0.2.${100 + round}` })).toBe(200);
    }
  });

  test('twenty clients that guess leave a try to the owner on a new device (SEC-03)', async () => {
    // Here the guesses have to be tried, and not to wait.
    cost.N = 16;
    const { email, password } = await registered();
    const statuses: number[] = [];
    for (let guess = 0; guess < 10; guess++) {
      statuses.push(...(await Promise.all(flood(20, () => email))));
    }
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(100);
    expect(await logIn({ email, password, client: '192.0.2.200' })).toBe(200);
  });
});
