import { setImmediate } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { hashPassword, reportHashTime, takeHashTurn } from '../../server/accounts/passwords.ts';
import { createLogger } from '../../server/boot/logger.ts';
import { users } from '../../server/db/schema.ts';
import { type ApiHarness, createApiHarness } from '../support/api-harness.ts';
import { onBothDatabases } from '../support/databases.ts';

const cost = vi.hoisted(() => ({ N: 16, r: 8, p: 1 }));
vi.mock('../../server/accounts/password-cost.ts', () => ({ PASSWORD_COST: cost }));

onBothDatabases('A password that was stored with a lower cost', (open) => {
  let harness: ApiHarness;
  beforeAll(async () => {
    harness = await createApiHarness(await open());
  });
  afterAll(() => harness.close());

  test('stays valid and is stored with the current cost at the next login (SEC-02)', async () => {
    cost.N = 16;
    const body = { name: 'Ada', phoneNumber: '1', email: 'ada@example.ie', password: 'parcel-secret-1' };
    const { jwtToken: token } = (await harness.call('registerUser', { body })).body;
    const stored = async () =>
      (await harness.db.select().from(users).where(eq(users.email, body.email)))[0]?.passwordHash ?? '';
    const before = await stored();
    expect(before).toMatch(/^scrypt\$16\$8\$1\$/);

    cost.N = 32;
    await harness.expectProblem('login', { body: { ...body, password: 'guess' } });
    expect(await stored()).toBe(before);
    await harness.call('login', { body });
    const after = await stored();
    expect(after).toMatch(/^scrypt\$32\$8\$1\$/);
    await harness.call('login', { body });
    expect(await stored()).toBe(after);
    // It is the same password, so no session ends.
    expect(await harness.status('getUser', { token })).toBe(200);
  });
});

test('The server logs at its start how long a password takes (SEC-02)', async () => {
  const lines: { msg: string; ms: number }[] = [];
  const log = createLogger('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
  Object.assign(cost, { N: 16_384, p: 5 });
  await reportHashTime(log);
  expect(lines).toMatchObject([{ msg: 'time of a password hash', N: 16_384, r: 8, p: 5 }]);
  expect(lines[0]?.ms).toBeGreaterThan(40);
});

test('A login on a known device just after the start waits for one hash of the server’s measurement, not for all, and any other for none (SEC-02)', async () => {
  Object.assign(cost, { N: 16_384, p: 1 });
  const lines: string[] = [];
  const log = createLogger('info', { write: (line: string) => void lines.push(line) });
  const report = reportHashTime(log);
  let hasStarted = false;
  const other = takeHashTurn({ isKnown: false, rank: 0 }, async () => {
    hasStarted = true;
  });
  // No thread can answer before the next turn of the event loop.
  await setImmediate();
  expect(hasStarted).toBe(true);
  await hashPassword('parcel-secret-1', { isKnown: true, rank: 0 });
  expect(lines).toEqual([]);
  await Promise.all([report, other]);
  expect(lines).toHaveLength(1);
});
