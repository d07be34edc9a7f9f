import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMON_PASSWORDS_FILE } from '../../scripts/common-passwords.ts';
import { type ApiHarness, createApiHarness } from '../support/api-harness.ts';
import { openEmbedded } from '../support/databases.ts';

const COMMON = readFileSync(COMMON_PASSWORDS_FILE, 'utf8').trim().split('\n');

describe('A new password', () => {
  let harness: ApiHarness;
  beforeAll(async () => {
    harness = await createApiHarness(await openEmbedded(), { RATE_LIMITS: 'off' });
  });
  afterAll(() => harness.close());
  const person = { name: 'Ada', phoneNumber: '1', email: 'ada@example.ie' };

  test.each([
    '654321',
    '121212',
    'abcdef',
    'aaaaaa',
    '987654321',
    '      ',
    '\t\t\t\t\t\t',
    'ASDFGH',
    '１２３４５６',
    'ｐａｓｓｗｏｒｄ',
  ])(
    'is rejected if it is the pattern "%s", at registration, change and reset (AUT-09)',
    async (password) => {
      const { token, user } = await harness.createUser();
      const change = { oldPassword: 'x', newPassword: password };
      const reset = { email: user.email, code: 12_345_678, password };
      const rejected = [
        await harness.expectProblem('registerUser', { body: { ...person, password } }),
        await harness.expectProblem('changePassword', { token, body: change }),
        await harness.expectProblem('recoverPassword', { body: reset }),
      ];
      for (const { status, body } of rejected) {
        expect([status, body.errors?.[0]?.message]).toEqual([
          400,
          'This password is too easy to guess. Please choose a different one.',
        ]);
      }
    },
  );

  test('is rejected at registration if it is among the 3,000 most common, in any spelling (AUT-09)', async () => {
    for (const password of [...COMMON, 'PassWord']) {
      const refused = await harness.expectProblem('registerUser', { body: { ...person, password } });
      expect([password, refused.status, refused.body.errors?.[0]?.path]).toEqual([password, 400, 'password']);
    }
  });

  test('is rejected with a message for its field at a change and at a reset (AUT-09)', async () => {
    const { token, user } = await harness.createUser();
    const change = { oldPassword: 'x', newPassword: 'password' };
    const reset = { email: user.email, code: 123_456, password: 'password' };
    const message = 'This password is too easy to guess. Please choose a different one.';
    expect((await harness.expectProblem('changePassword', { token, body: change })).body.errors).toEqual([
      { path: 'newPassword', message },
    ]);
    expect((await harness.expectProblem('recoverPassword', { body: reset })).body.errors).toEqual([
      { path: 'password', message },
    ]);
  });

  test('is compared in all of its up to 200 characters, and a longer one is rejected (AUT-09)', async () => {
    const password = `${'long passphrase '.repeat(13)}`.slice(0, 199);
    await harness.call('registerUser', { body: { ...person, password: `${password}a` } });
    const wrong = { ...person, password: `${password}b` };
    expect((await harness.expectProblem('login', { body: wrong })).body.title).toBe('INCORRECT_PASSWORD');
    await harness.call('login', { body: { ...person, password: `${password}a` } });
    const tooLong = { ...person, email: 'b@example.ie', password: `${password}ab` };
    expect(await harness.status('registerUser', { body: tooLong })).toBe(400);
  });
});
