import { createHmac, randomInt } from 'node:crypto';
import * as v from 'valibot';
import * as limits from '../config/limits.ts';
import { isSameSecret } from '../config/operators.ts';
import type { Db } from '../db/database.ts';
import { ApiError } from '../http/api-error.ts';
import { codeEmail, enqueueAccountEmail } from '../mail/account-emails.ts';
import type { EmailDependencies } from '../mail/limited-mailer.ts';
import { lockUser } from '../queries/deleted-accounts.ts';
import { jobKind } from '../queries/jobs.ts';
import { deleteDevices, deleteSessions, isKnownDevice, saveDevice } from '../queries/sessions.ts';
import * as users from '../queries/users.ts';
import { type AccountDependencies, auditAccount, type Client, NO_USER } from './account-dependencies.ts';
import { resetGuesses } from './check-password.ts';
import { hashPassword, rejectGuessablePassword } from './passwords.ts';

type Guess = { userId: number; code: number; isKnownDevice: boolean };
type Outcome = 'right' | 'wrong' | 'expired';

/** Emails a code with which a forgotten password is replaced. */
export async function sendCode(
  { db, clock, limiter }: AccountDependencies,
  address: string,
  device: Client['device'],
): Promise<void> {
  const email = users.emailKey(address);
  const user = await users.findUserByEmail(db, email);
  const isKnown = await isOwnDevice(db, user, device.hash());
  // Attempts count per email address, with or without an account, because the responses must not differ.
  const who = isKnown ? `${email} device ${device.hash()}` : email;
  for (const limit of isKnown ? limits.OWN_CODE_LIMITS : limits.CODE_LIMITS)
    await limiter.consume(limit, who);
  await codeJob.enqueue(db, { email, isKnownDevice: isKnown, requested: clock.now().getTime() });
}

/** Replaces a forgotten password. @throws ApiError 400 for a code that is wrong or has expired */
export async function recoverPassword(
  dependencies: AccountDependencies,
  { email: address, password, code }: { email: string; password: string; code: number },
  { clientAddress, device, turn }: Client,
): Promise<void> {
  const { db, clock, limiter, settings } = dependencies;
  rejectGuessablePassword(password, 'password');
  const email = users.emailKey(address);
  const user = await users.findUserByEmail(db, email);
  const userId = user?.id ?? NO_USER;
  const isKnown = await isOwnDevice(db, user, device.hash());
  const allowances = guessAllowances(email, isKnown ? device.hash() : undefined, clientAddress);
  for (const [limit, who] of allowances) await limiter.consume(limit, who);
  const guess = { userId, code, isKnownDevice: isKnown };
  const audited = { userId: user?.id, source: clientAddress };
  // A wrong code must not throw inside the transaction, because the rollback would undo the count.
  const checked = await db.transaction((tx) => checkCode(dependencies, tx, guess));
  if (checked !== 'right') await auditAccount(dependencies, db, 'passwordResetFailed', audited);
  requireRight(checked);
  // A customer who has read the code does not wait behind strangers.
  const passwordHash = await hashPassword(password, { ...turn, isKnown: true });
  const outcome = await db.transaction(async (tx) => {
    // A deletion of the account locks it before its codes, too. In another order both could wait for each other.
    await lockUser(tx, userId);
    // Another request may have used the code while the password was being hashed.
    const again = await checkCode(dependencies, tx, guess);
    if (again !== 'right') return again;
    await users.deleteCodes(tx, userId);
    // A customer who has read the code could also have read the confirmation.
    await users.confirmEmail(tx, userId, clock.now());
    const changed = await users.updatePassword(tx, userId, passwordHash);
    if (changed === undefined) return 'wrong';
    await deleteSessions(tx, userId);
    await auditAccount(dependencies, tx, 'passwordReset', audited);
    await enqueueAccountEmail(tx, changed, 'passwordReset', { ...settings, device: device.name() });
    // Someone who knew the password or had registered the address counts as a stranger from now on.
    await deleteDevices(tx, userId);
    await saveDevice(tx, userId, device.remember(), clock.now());
    return again;
  });
  requireRight(outcome);
  await resetGuesses(limiter, { email, clientAddress }, device.hash());
}

/**
 * An address may have been registered by someone else. Until it is confirmed, its owner can use every code that is
 * emailed, whichever device has asked for it.
 */
async function isOwnDevice(db: Db, user: users.UserRow | undefined, deviceHash: string | undefined) {
  const isKnown = await isKnownDevice(db, user?.id ?? NO_USER, deviceHash);
  return isKnown && user !== undefined && user.emailConfirmed !== null;
}

async function checkCode({ clock, secret }: AccountDependencies, tx: Db, guess: Guess): Promise<Outcome> {
  // A known device may have asked before the address was confirmed, when its code was that of all devices.
  const code =
    (await users.lockCode(tx, guess)) ??
    (guess.isKnownDevice ? await users.lockCode(tx, { ...guess, isKnownDevice: false }) : undefined);
  const isRight =
    code !== undefined && isSameSecret(code.codeHash, hashCode(secret, guess.userId, guess.code));
  if (code === undefined || code.guessesLeft < 1 || !isRight) {
    await users.countFailedAttempt(tx, code ?? guess);
    return 'wrong';
  }
  return code.expires <= clock.now() ? 'expired' : 'right';
}

function requireRight(outcome: Outcome): void {
  if (outcome === 'wrong') throw new ApiError(400, 'VERIFICATION_CODE_NOT_FOUND');
  if (outcome === 'expired') throw new ApiError(400, 'VERIFICATION_CODE_EXPIRED');
}

/**
 * What a guess counts against, whether it is right or wrong. Strangers share one allowance, which they cannot exceed
 * with more clients; a device that has logged in before has its own, which strangers cannot use up. (SEC-03)
 */
function guessAllowances(
  email: string,
  knownDevice: string | undefined,
  clientAddress: string,
): [limit: limits.Limit, who: string][] {
  const own: [limits.Limit, string][] =
    knownDevice === undefined
      ? [
          [limits.CLIENT_GUESS_LIMIT, `${email} client ${clientAddress}`],
          [limits.STRANGERS_GUESS_LIMIT, email],
        ]
      : [[limits.OWN_GUESS_LIMIT, `${email} device ${knownDevice}`]];
  return [...own, [limits.GUESS_LIMIT, email]];
}

const codeJob = jobKind('send-code', {
  email: v.string(),
  /** Whether the device has logged in to the account before. */
  isKnownDevice: v.boolean(),
  requested: v.number(),
});

/**
 * Emails a password code. It is a job so that a request for a code does the same work, and takes the same time,
 * whether the address has an account or not. The code is made here: a stored email would keep it readable at rest.
 */
export function codeJobs({ db, clock, mail, secret, business }: Omit<EmailDependencies, 'publicUrl'>) {
  return codeJob.handle(async ({ email, requested, isKnownDevice }) => {
    const now = clock.now().getTime();
    // After a long outage of the mail server no one needs this code any more.
    if (now - requested > limits.CODE_LIFETIME_MS) return;
    const user = await users.findUserByEmail(db, email);
    if (user === undefined) return;
    const code = randomInt(limits.RESET_CODES.from, limits.RESET_CODES.to);
    const ownKind = isKnownDevice ? 'ownCode' : 'code';
    await mail.send({
      to: user.email,
      kind: user.emailConfirmed === null ? 'confirmation' : ownKind,
      // A code that is not emailed must not replace the one before it.
      async write() {
        await users.upsertCode(db, {
          userId: user.id,
          isKnownDevice,
          codeHash: hashCode(secret, user.id, code),
          expires: new Date(now + limits.CODE_LIFETIME_MS),
          guessesLeft: limits.MAX_CODE_ATTEMPTS,
        });
        return codeEmail(business, code);
      },
    });
  });
}

/** The hash is keyed, because someone with the database could try all 90,000,000 plain hashes in a minute. */
function hashCode(secret: Uint8Array, userId: number, code: number): string {
  return createHmac('sha256', secret).update(`code ${userId} ${code}`).digest('base64url');
}
