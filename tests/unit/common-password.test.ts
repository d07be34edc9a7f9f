import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { COMMON_PASSWORDS_FILE, serializeCommonPasswords } from '../../scripts/common-passwords.ts';

const committed = readFileSync(COMMON_PASSWORDS_FILE, 'utf8');
const fetched = vi.fn<(...asked: unknown[]) => Promise<Response>>();

/** Resets the module to a page that was just opened and has fetched nothing. */
async function loadIsCommonPassword() {
  const { isCommonPassword } = await import('../../src/use-cases/session/common-password.ts');
  return isCommonPassword;
}

beforeEach(() => {
  vi.resetModules();
  fetched.mockReset().mockImplementation(async () => new Response(committed));
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.unstubAllGlobals());

describe('A password (AUT-09)', () => {
  test.each(['password', 'Password', 'QWERTY', 'letmein', 'iloveyou', 'trustno1', 'password1', '1q2w3e4r'])(
    '%s is among the 3,000 most common',
    async (password) => {
      expect(await (await loadIsCommonPassword())(password)).toBe(true);
    },
  );

  test.each([
    'aaaaaa',
    '121212',
    '12341234',
    'hahaha',
    '654321',
    '0987654321',
    'abcdef',
    'mnbvcx',
    'ASDFGH',
    '      ',
  ])('%s is recognized as a pattern without a request', async (password) => {
    expect(await (await loadIsCommonPassword())(password)).toBe(true);
    expect(fetched).not.toHaveBeenCalled();
  });

  test.each(['demo-parcel', 'dragonfly of 1987', 'kx7Tq-92', '123456 oak', ' password', '🚚🚛🛵🚲🛶✈️'])(
    '%s causes no warning',
    async (password) => {
      expect(await (await loadIsCommonPassword())(password)).toBe(false);
    },
  );

  test('of fewer than six characters is not looked up, because it is rejected anyway', async () => {
    const isCommon = await loadIsCommonPassword();
    expect([await isCommon(''), await isCommon('12345'), await isCommon('aaaa')]).toEqual([
      false,
      false,
      false,
    ]);
    expect(fetched).not.toHaveBeenCalled();
  });
});

describe('The list of common passwords (AUT-09)', () => {
  test('is fetched once, by a request without anything that was typed', async () => {
    const isCommon = await loadIsCommonPassword();
    await Promise.all([isCommon('sunshine'), isCommon('my own words')]);
    await isCommon('football');
    expect(fetched.mock.calls).toEqual([
      [expect.stringMatching(/\/common-passwords\.generated\.txt$/), { signal: expect.any(AbortSignal) }],
    ]);
  });

  test.each([
    ['cannot be loaded', async () => Promise.reject(new TypeError('Failed to fetch'))],
    ['is the page of a captive portal', async () => new Response('<html>Welcome to the hotel</html>')],
    ['is missing', async () => new Response('{"status":404}', { status: 404 })],
  ])('causes no warning when it %s, and is requested again', async (_, respond) => {
    fetched.mockImplementationOnce(respond);
    const isCommon = await loadIsCommonPassword();
    expect(await isCommon('sunshine')).toBe(false);
    expect(await isCommon('sunshine')).toBe(true);
  });

  test('comes from the installed package', () => {
    expect(committed === serializeCommonPasswords(), 'run npm run passwords').toBe(true);
    const lines = committed.trim().split('\n');
    expect(new Set(lines).size).toBe(3000);
    expect(lines.filter((line) => line.length < 6 || line !== line.toLowerCase())).toEqual([]);
  });
});
