import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addresses, sessions, users } from '../../server/db/schema.ts';
import { eraseAccount, lockUser } from '../../server/queries/deleted-accounts.ts';
import { type ApiHarness, createApiHarness } from '../support/api-harness.ts';
import { countLockWaits, openPostgres } from '../support/databases.ts';
import { createPushBrowser } from '../support/push-service.ts';

const PASSWORD = 'parcel-secret-1';

let harness: ApiHarness;
beforeAll(async () => {
  harness = await createApiHarness(await openPostgres());
});
afterAll(() => harness.close());

let people = 0;
async function register() {
  people += 1;
  const email = `nuala${people}@example.ie`;
  const body = { name: 'Nuala Byrne', phoneNumber: '+353 87 555 0199', email, password: PASSWORD };
  const { jwtToken: token = '' } = (await harness.call('registerUser', { body })).body;
  const [user] = await harness.db.select().from(users).where(eq(users.email, email));
  return { email, token, id: user?.id ?? 0 };
}
const sessionsOf = (userId: number) => harness.db.$count(sessions, eq(sessions.userId, userId));

/** Makes a call that waits while it counts against a limit, which must have counted before, and something else meanwhile. */
async function callDuring<T>(limit: string, call: () => Promise<T>, meanwhile: () => Promise<unknown>) {
  const { running } = await harness.db.transaction(async (tx) => {
    await tx.execute(sql`select from rate_limits where key like ${`${limit}:%`} for update`);
    const running = call();
    await expect.poll(() => countLockWaits(harness.db)).toBe(1);
    await meanwhile();
    return { running };
  });
  return running;
}

test('a login with the former password begins no session while the password changes (SEC-06)', async () => {
  const { email, token, id } = await register();
  const logIn = () => harness.status('login', { body: { email, password: PASSWORD } });
  expect(await logIn()).toBe(200);
  const body = { oldPassword: PASSWORD, newPassword: 'parcel-secret-2' };
  expect(await callDuring('login-client', logIn, () => harness.call('changePassword', { token, body }))).toBe(
    401,
  );
  expect(await sessionsOf(id)).toBe(1);
});

test('a login and a change of the password begin no session while the account is deleted (SEC-13)', async () => {
  const { email, token, id } = await register();
  const remove = (token: string) => () =>
    harness.call('deleteAccount', { token, body: { password: PASSWORD } });
  const logIn = () => harness.status('login', { body: { email, password: PASSWORD } });
  expect(await logIn()).toBe(200);
  expect(await callDuring('login-client', logIn, remove(token))).toBe(401);
  expect(await sessionsOf(id)).toBe(0);

  const other = await register();
  const changePassword = (oldPassword: string) =>
    harness.status('changePassword', {
      token: other.token,
      body: { oldPassword, newPassword: 'parcel-secret-2' },
    });
  expect(await changePassword('wrong-password')).toBe(403);
  expect(await callDuring('password-session', () => changePassword(PASSWORD), remove(other.token))).toBe(401);
  expect(await sessionsOf(other.id)).toBe(0);
});

test('a password reset waits for a deletion of its account that is under way, and then fails like any wrong code (AUT-08, SEC-13)', async () => {
  const { email, id } = await register();
  await harness.call('sendEmailCode', { body: { email } });
  await harness.runJobs();
  const mail = harness.emails.findLast(({ to, text }) => to === email && text.includes('Your code is'));
  const code = Number(/Your code is (\d+)\./.exec(mail?.text ?? '')?.[1]);
  const { reset } = await harness.db.transaction(async (tx) => {
    await lockUser(tx, id);
    const body = { email, code, password: 'parcel-secret-2' };
    const reset = harness.status('recoverPassword', { body });
    await expect.poll(() => countLockWaits(harness.db)).toBe(1);
    await eraseAccount(tx, id, new Date());
    return { reset };
  });
  expect(await reset).toBe(400);
});

test('no personal data is stored by calls that were on their way while the account was deleted (SEC-13)', async () => {
  const { token, id } = await register();
  const editUser = () => harness.status('editUser', { token, body: { name: 'Nuala Walsh' } });
  expect(await editUser()).toBe(200);
  const remove = () => harness.call('deleteAccount', { token, body: { password: PASSWORD } });
  expect(await callDuring('profile-account', editUser, remove)).toBe(401);
  expect(await harness.db.select().from(users).where(eq(users.id, id))).toMatchObject([{ name: '' }]);
  expect(await harness.db.$count(addresses, eq(addresses.userId, id))).toBe(0);
});

test('a subscription that was on its way during a log-out is refused without an internal error (SEC-77)', async () => {
  const { token } = await register();
  const { subscription } = createPushBrowser('https://push.example.net/phone');
  const subscribe = () => harness.status('subscribeToDeliveries', { token, body: subscription });
  expect(await subscribe()).toBe(201);
  const logOut = () => harness.call('logOut', { token });
  expect(await callDuring('push-account', subscribe, logOut)).toBe(503);
});
