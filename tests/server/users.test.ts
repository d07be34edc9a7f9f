import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiHarness, createApiHarness } from '../support/api-harness.ts';
import { onBothDatabases } from '../support/databases.ts';

const DAY = 24 * 3600_000;

onBothDatabases('An account', (open) => {
  const ada = {
    name: 'Ada Byrne',
    phoneNumber: '+353 1 555 0123',
    email: 'Ada@example.ie',
    password: 'secret-1',
  };
  let harness: ApiHarness;
  beforeAll(async () => {
    harness = await createApiHarness(await open());
    await harness.call('registerUser', { body: ada });
  });
  afterAll(() => harness.close());

  test('is registered once per email address, in any spelling', async () => {
    const grace = { ...ada, email: 'Grace@example.ie' };
    const { body } = await harness.call('registerUser', { body: grace });
    expect(body).toMatchObject({ name: 'Ada Byrne', email: 'Grace@example.ie' });
    const again = await harness.expectProblem('registerUser', {
      body: { ...grace, email: 'GRACE@example.ie' },
    });
    expect(again).toMatchObject({ status: 409, body: { title: 'USER_ALREADY_EXISTS' } });
  });

  test('can log in only with its own password', async () => {
    const { body } = await harness.call('login', {
      body: { email: 'ada@example.ie', password: ada.password },
    });
    expect((await harness.call('getUser', { token: body.jwtToken })).body.name).toBe('Ada Byrne');
    expect(
      (await harness.expectProblem('login', { body: { email: ada.email, password: 'wrong' } })).body,
    ).toMatchObject({ title: 'INCORRECT_PASSWORD', status: 401 });
    expect(
      (await harness.expectProblem('login', { body: { email: 'nobody@example.ie', password: 'x' } })).body,
    ).toMatchObject({ title: 'USER_NOT_FOUND', status: 401 });
  });

  test('has an email address, status and id that an edit cannot change', async () => {
    const { user, token } = await harness.createUser();
    const body = { name: 'New Name', email: 'other@example.ie', id: 1, tokenVersion: 9 };
    expect((await harness.call('editUser', { token, body })).body).toMatchObject({
      name: 'New Name',
      email: user.email,
    });
  });

  test('has a VAT number, which an edit can set, leave as it is and clear (ACC-32)', async () => {
    const { token } = await harness.createUser();
    const edit = async (vatNumber?: string) =>
      (await harness.call('editUser', { token, body: { name: 'Ada Ltd', vatNumber } })).body.vatNumber;
    expect(await edit()).toBe('');
    expect(await edit('ie 7654 321b')).toBe('IE7654321B');
    expect(await edit()).toBe('IE7654321B');
    expect((await harness.call('getUser', { token })).body.vatNumber).toBe('IE7654321B');
    const rejected = await harness.expectProblem('editUser', {
      token,
      body: { name: 'A', vatNumber: 'IE-1' },
    });
    expect(rejected).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'vatNumber', message: 'Enter 4 to 15 letters and digits' }] },
    });
    expect((await harness.call('getUser', { token })).body).toMatchObject({ name: 'Ada Ltd' });
    expect(await edit('')).toBe('');
  });

  test('stores the password as a salted scrypt hash only', async () => {
    const { findUserByEmail } = await import('../../server/queries/users.ts');
    const row = await findUserByEmail(harness.db, ada.email);
    expect(row?.passwordHash).toMatch(/^scrypt\$\d+\$\d+\$\d+\$[^$]{24}\$[^$]{44}$/);
    expect(JSON.stringify(row)).not.toContain(ada.password);
  });

  test('loses every session when the password changes, and gets a new token (REL-13)', async () => {
    const person = { ...ada, email: 'change@example.ie' };
    const first = (await harness.call('registerUser', { body: person })).body.jwtToken;
    const other = (await harness.call('login', { body: person })).body.jwtToken;
    const wrong = await harness.expectProblem('changePassword', {
      token: first,
      body: { oldPassword: 'not it', newPassword: 'secret-2' },
    });
    expect(wrong).toMatchObject({ status: 403, body: { title: 'UNAUTHORIZED' } });
    const { body } = await harness.call('changePassword', {
      token: first,
      body: { oldPassword: person.password, newPassword: 'secret-2' },
    });
    expect(await harness.status('getUser', { token: first })).toBe(401);
    expect(await harness.status('getUser', { token: other })).toBe(401);
    expect(await harness.status('getUser', { token: body.jwtToken ?? '' })).toBe(200);
    await harness.call('login', { body: { email: person.email, password: 'secret-2' } });
  });

  test('rejects a new password of five characters with a message for the field', async () => {
    const { token } = await harness.createUser();
    const { status, body } = await harness.expectProblem('changePassword', {
      token,
      body: { oldPassword: 'x', newPassword: '12345' },
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      title: 'VALIDATION_EXCEPTION',
      errors: [{ path: 'newPassword', message: 'Password must be at least 6 characters long' }],
    });
  });

  test('gets a new token after a day, and no token is valid for more than thirty days (REL-13)', async () => {
    const { token } = await harness.createUser();
    expect((await harness.call('getUser', { token })).body.jwtToken).toBeUndefined();
    harness.advanceClock(1.01 * DAY);
    const renewed = (await harness.call('getUser', { token })).body.jwtToken;
    expect(renewed).toBeTypeOf('string');
    harness.advanceClock(29 * DAY);
    expect(await harness.status('getUser', { token })).toBe(401);
    expect(await harness.status('getUser', { token: renewed ?? '' })).toBe(200);
  });

  test('has tokens without personal data', async () => {
    const { token, user } = await harness.createUser();
    expect(Object.keys(decodeJwt(token)).sort()).toEqual(['aud', 'exp', 'gen', 'iat', 'iss', 'sid', 'sub']);
    expect(decodeJwt(token).sub).toBe(String(user.id));
  });

  test('is not accessible with a token that the server did not sign', async () => {
    const claims = { ...decodeJwt((await harness.createUser()).token), exp: 4e9 };
    const secret = new Uint8Array(32).fill(7);
    const own = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret);
    expect(await harness.status('getUser', { token: own })).toBe(200);
    const forged = [
      new UnsecuredJWT(claims).encode(),
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32).fill(8)),
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS512' }).sign(secret),
      await new SignJWT({ ...claims, aud: 'another' }).setProtectedHeader({ alg: 'HS256' }).sign(secret),
      await new SignJWT({ ...claims, iss: 'another' }).setProtectedHeader({ alg: 'HS256' }).sign(secret),
      await new SignJWT({ ...claims, sub: '1' }).setProtectedHeader({ alg: 'HS256' }).sign(secret),
      await new SignJWT({ ...claims, nbf: 4e9 }).setProtectedHeader({ alg: 'HS256' }).sign(secret),
      await new SignJWT({ ...claims, gen: 1 }).setProtectedHeader({ alg: 'HS256' }).sign(secret),
      await new SignJWT({ ...claims, sid: 'another' }).setProtectedHeader({ alg: 'HS256' }).sign(secret),
      'x.y.z',
      '',
    ];
    for (const token of forged) expect(await harness.status('getUser', { token })).toBe(401);
    expect(await harness.status('getUser')).toBe(401);
  });

  test('allows ten wrong passwords in 15 minutes, and other accounts are not affected (REL-14)', async () => {
    const target = { ...ada, email: 'target@example.ie' };
    await harness.call('registerUser', { body: target });
    const guess = () => harness.status('login', { body: { email: target.email, password: 'guess' } });
    const statuses = await Promise.all(Array.from({ length: 15 }, guess));
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    const blocked = await harness.expectProblem('login', { body: target });
    expect(blocked.body.title).toBe('TOO_MANY_REQUESTS');
    expect(Number(blocked.headers.get('retry-after'))).toBe(900);
    await harness.call('login', { body: { email: ada.email, password: ada.password } });
    harness.advanceClock(15 * 60_000);
    await harness.call('login', { body: target });
  });

  test('is not locked by frequent logins', async () => {
    for (let time = 0; time < 12; time++) {
      await harness.call('login', { body: { email: ada.email, password: ada.password } });
    }
  });
});
