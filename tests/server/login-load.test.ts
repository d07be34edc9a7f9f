import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { HASH_QUEUE } from '../../server/config/limits.ts';
import { type ApiHarness, createApiHarness } from '../support/api-harness.ts';
import { openEmbedded } from '../support/databases.ts';

// A fifth of the real cost still makes a hash take much longer than the rest of a login.
vi.mock('../../server/accounts/password-cost.ts', () => ({ PASSWORD_COST: { N: 16_384, r: 8, p: 1 } }));

const ADA = { name: 'Ada Byrne', phoneNumber: '1', email: 'ada@example.ie', password: 'parcel-secret-1' };

describe('While more people log in than the server can handle', () => {
  let harness: ApiHarness;
  beforeAll(async () => {
    harness = await createApiHarness(await openEmbedded(), { RATE_LIMITS: 'off' });
    await harness.call('registerUser', { body: ADA });
  });
  afterAll(() => harness.close());

  test('logins beyond the queue get 503 with Retry-After, and the others succeed (SEC-02)', async () => {
    const responses = await Promise.all(
      Array.from({ length: HASH_QUEUE + 30 }, async () => {
        const { status, headers } = await harness.send('/api/users/login', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(ADA),
        });
        return { status, retryAfter: headers.get('retry-after') };
      }),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 503]));
    // On a busy machine, some of those in the queue wait too long as well.
    expect(responses.filter(({ status }) => status === 503).length).toBeGreaterThan(20);
    expect(responses.find(({ status }) => status === 503)?.retryAfter).toBe('2');
  });

  test('a tracking lookup, which needs no password, is not delayed (SEC-02)', async () => {
    const params = { orderGuid: '3f0c4f0e-0000-4000-8000-000000000000' };
    let finished = 0;
    const logins = Array.from({ length: 20 }, async () => {
      await harness.status('login', { body: ADA });
      finished += 1;
    });
    expect(await harness.status('trackOrder', { params })).toBe(404);
    const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
      'sign',
      'verify',
    ]);
    // WebCrypto runs on libuv's thread pool, where it would wait behind the hashes.
    expect(publicKey.type).toBe('public');
    expect(finished).toBeLessThan(10);
    await Promise.all(logins);
  });
});
