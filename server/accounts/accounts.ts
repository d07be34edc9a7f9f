import { REQUEST_STATUS } from '../../src/contract/status.ts';
import type { Registration } from '../../src/contract/user.ts';
import type { Db } from '../db/database.ts';
import { ApiError } from '../http/api-error.ts';
import { enqueueAccountEmail, enqueueConfirmation } from '../mail/account-emails.ts';
import { eraseAccount, lockRequestsOf, lockUser } from '../queries/deleted-accounts.ts';
import { deliverySubject } from '../queries/payments.ts';
import { movePushSubscriptions } from '../queries/push.ts';
import { deleteSessions, isKnownDevice, saveDevice } from '../queries/sessions.ts';
import { findUserByEmail, insertUser, type UserRow, updatePassword, updateUser } from '../queries/users.ts';
import {
  type AccountDependencies,
  auditAccount,
  type Client,
  NO_USER,
  rejectSharedAccount,
} from './account-dependencies.ts';
import { checkLogin, confirmPassword } from './check-password.ts';
import { hashPassword, rejectGuessablePassword } from './passwords.ts';
import type { Session } from './sessions.ts';

/** Creates an account and its first session. @throws ApiError 409 if the email address has one already */
export async function register(
  dependencies: AccountDependencies,
  { password, ...person }: Registration,
  { clientAddress, device, turn }: Client,
) {
  const { db, clock, sessions, settings, secret } = dependencies;
  rejectGuessablePassword(password, 'password');
  const passwordHash = await hashPassword(password, { ...turn, isKnown: false });
  return db.transaction(async (tx) => {
    const user = await insertUser(tx, { ...person, passwordHash, created: clock.now() });
    if (user === undefined) throw new ApiError(409, 'USER_ALREADY_EXISTS');
    await saveDevice(tx, user.id, device.remember(), clock.now());
    await auditAccount(dependencies, tx, 'registered', { userId: user.id, source: clientAddress });
    await enqueueConfirmation(tx, user, { ...settings, secret });
    return { user, session: await sessions.start(tx, user, device.name()) };
  });
}

/** Emails the link that confirms the address of an account, unless it is confirmed. */
export async function sendConfirmation({ db, settings, secret }: AccountDependencies, user: UserRow) {
  if (user.emailConfirmed === null) await enqueueConfirmation(db, user, { ...settings, secret });
}

/** Begins a session. @throws ApiError 401 for an unknown email address and for a wrong password */
export async function logIn(
  dependencies: AccountDependencies,
  { email, password }: { email: string; password: string },
  { clientAddress, device, turn }: Client,
) {
  const { db, clock, limiter, sessions, settings } = dependencies;
  const user = await findUserByEmail(db, email);
  const isKnown = await isKnownDevice(db, user?.id ?? NO_USER, device.hash());
  const source = { email, knownDevice: isKnown ? device.hash() : undefined, clientAddress };
  const { isRight, newHash } = await checkLogin(limiter, source, { user, password, turn });
  const audited = { userId: user?.id, source: clientAddress };
  if (!isRight) await auditAccount(dependencies, db, 'loginFailed', audited);
  if (user === undefined) throw new ApiError(401, 'USER_NOT_FOUND');
  if (!isRight) throw new ApiError(401, 'INCORRECT_PASSWORD');
  return db.transaction(async (tx) => {
    // While the password was checked, it may have been changed, or the account deleted.
    const current = await lockUser(tx, user.id);
    if (current?.tokenVersion !== user.tokenVersion) throw new ApiError(401, 'INCORRECT_PASSWORD');
    await auditAccount(dependencies, tx, 'login', audited);
    if (!isKnown) await enqueueAccountEmail(tx, user, 'newDevice', { ...settings, device: device.name() });
    await saveDevice(tx, user.id, device.remember(), clock.now());
    if (newHash !== undefined) await updateUser(tx, user.id, { passwordHash: newHash });
    return { user, session: await sessions.start(tx, user, device.name()) };
  });
}

/** Replaces the password and every session. @throws ApiError 403 if the old password is wrong */
export async function changePassword(
  dependencies: AccountDependencies,
  current: Session,
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
  { clientAddress, device, turn }: Client,
) {
  const { db, limiter, sessions, settings } = dependencies;
  const { user } = current;
  rejectGuessablePassword(newPassword, 'newPassword');
  rejectSharedAccount(dependencies, user);
  await confirmPassword(limiter, current, oldPassword, turn);
  const hash = await hashPassword(newPassword, { ...turn, isKnown: true });
  // Of two concurrent changes, the first has ended the session of the second.
  return db.transaction(async (tx) => {
    const changed = await updatePassword(tx, user.id, hash, user.tokenVersion);
    if (changed === undefined) throw new ApiError(401, 'UNAUTHORIZED');
    const session = await sessions.start(tx, changed, device.name());
    await movePushSubscriptions(tx, current.id, session.sessionId);
    await deleteSessions(tx, user.id, session.sessionId);
    await auditAccount(dependencies, tx, 'passwordChanged', { userId: user.id, source: clientAddress });
    await enqueueAccountEmail(tx, user, 'passwordChanged', { ...settings, device: device.name() });
    return session;
  });
}

/**
 * Deletes an account: its sessions, addresses, deliveries and everything else about the customer. What stays are the
 * payments that belong in the operator's books, and their receipts, which must not change.
 * @throws ApiError 403 for a wrong password, 409 while a paid delivery is under way, because the driver needs the
 * addresses
 */
export async function deleteAccount(
  dependencies: AccountDependencies,
  session: Session,
  password: string,
  { clientAddress, device, turn }: Client,
): Promise<void> {
  const { db, clock, limiter, payments, settings } = dependencies;
  const { user } = session;
  rejectSharedAccount(dependencies, user);
  await confirmPassword(limiter, session, password, turn);
  await db.transaction(async (tx) => {
    await deleteData(tx, payments, user.id, clock.now());
    await auditAccount(dependencies, tx, 'accountDeleted', { userId: user.id, source: clientAddress });
    await enqueueAccountEmail(tx, user, 'accountDeleted', { ...settings, device: device.name() });
  });
}

/** Deletes what an account contains, at the provider too. Call it inside a transaction. */
export async function deleteData(
  tx: Db,
  payments: AccountDependencies['payments'],
  userId: number,
  now: Date,
): Promise<void> {
  if ((await lockUser(tx, userId)) === undefined) throw new ApiError(401, 'UNAUTHORIZED');
  const requests = await lockRequestsOf(tx, userId);
  const isUnderWay = requests.some(
    ({ status }) => status === REQUEST_STATUS.submitted || status === REQUEST_STATUS.accepted,
  );
  if (isUnderWay) throw new ApiError(409, 'ACCOUNT_HAS_DELIVERIES');
  for (const { id, status } of requests) {
    if (status === REQUEST_STATUS.waitingPayment) await payments.expireSessions(tx, deliverySubject(id));
  }
  await eraseAccount(tx, userId, now);
  // From here on no transaction creates another one.
  await payments.deleteCustomer(tx, userId);
}
