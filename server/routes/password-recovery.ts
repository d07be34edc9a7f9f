import { timingSafeEqual } from 'node:crypto';
import { enqueueAccountMail } from '../accounts/account-mails.ts';
import { resetGuesses } from '../accounts/check-password.ts';
import { rejectGuessablePassword } from '../accounts/guessable-password.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { hashCode } from '../accounts/verification-code.ts';
import { serviceName } from '../config/business.ts';
import {
  CLIENT_GUESS_LIMIT,
  CODE_LIMITS,
  GUESS_LIMIT,
  type Limit,
  OWN_CODE_LIMITS,
  OWN_GUESS_LIMIT,
  STRANGERS_GUESS_LIMIT,
} from '../config/limits.ts';
import type { Db } from '../db/database.ts';
import type { Handlers } from '../endpoints/customer-endpoints.ts';
import type { HandlerDependencies } from '../endpoints/handler-dependencies.ts';
import { ApiError } from '../http/api-error.ts';
import { CODE_JOB, type CodePayload } from '../jobs/code-job.ts';
import { type AuditEvent, insertAudit } from '../queries/audit.ts';
import { deleteDevices, isKnownDevice, saveDevice } from '../queries/devices.ts';
import { enqueueJob } from '../queries/jobs.ts';
import { countFailedAttempt, deleteCodes, lockCode } from '../queries/reset-codes.ts';
import { deleteSessions } from '../queries/sessions.ts';
import { confirmEmail, emailKey, findUserByEmail, type UserRow, updatePassword } from '../queries/users.ts';

type Guess = { userId: number; code: number; isKnownDevice: boolean };
type Outcome = 'right' | 'wrong' | 'expired';

/** An id without an account. With it, an unknown e-mail address leads to the same queries as a known one. */
const NOBODY = 0;

export function passwordRecoveryHandlers(
  dependencies: HandlerDependencies,
): Pick<Handlers, 'sendEmailCode' | 'recoverPassword'> {
  const { db, clock, limiter, secret, settings } = dependencies;

  async function checkCode(tx: Db, guess: Guess): Promise<Outcome> {
    const code = await lockCode(tx, guess);
    const isRight =
      code !== undefined && isSameHash(code.codeHash, hashCode(secret, guess.userId, guess.code));
    if (code === undefined || code.guessesLeft < 1 || !isRight) {
      await countFailedAttempt(tx, guess);
      return 'wrong';
    }
    return code.expires <= clock.now() ? 'expired' : 'right';
  }

  /**
   * An address may have been registered by somebody else. Until it is confirmed, its owner can use every code that is
   * mailed, whichever device has asked for it.
   */
  async function isOwnDevice(user: UserRow | undefined, deviceHash: string | undefined): Promise<boolean> {
    const isKnown = await isKnownDevice(db, user?.id ?? NOBODY, deviceHash);
    return isKnown && user !== undefined && user.emailConfirmed !== null;
  }

  const audit = (tx: Db, event: AuditEvent, source: string, id: number | undefined) => {
    const subject = id === undefined ? 'no account' : `user ${id}`;
    return insertAudit(tx, { event, time: clock.now(), actor: 'nobody', source, subject });
  };

  return {
    async sendEmailCode({ body, device }) {
      const email = emailKey(body.email);
      const user = await findUserByEmail(db, email);
      const isKnown = await isOwnDevice(user, device.hash());
      // Attempts count per e-mail address, with or without an account, because the responses must not differ.
      const who = isKnown ? `${email} device ${device.hash()}` : email;
      for (const limit of isKnown ? OWN_CODE_LIMITS : CODE_LIMITS) await limiter.consume(limit, who);
      const payload: CodePayload = { email, isKnownDevice: isKnown, requested: clock.now().getTime() };
      await enqueueJob(db, { kind: CODE_JOB, payload });
      return {};
    },

    async recoverPassword({ body, clientAddress, device, turn }) {
      rejectGuessablePassword(body.password, 'password');
      const email = emailKey(body.email);
      const user = await findUserByEmail(db, email);
      const userId = user?.id ?? NOBODY;
      const isKnown = await isOwnDevice(user, device.hash());
      const allowances = guessAllowances(email, isKnown ? device.hash() : undefined, clientAddress);
      for (const [limit, who] of allowances) await limiter.consume(limit, who);
      const guess = { userId, code: body.code, isKnownDevice: isKnown };
      // A wrong code must not throw inside the transaction, because the rollback would undo the count.
      const checked = await db.transaction((tx) => checkCode(tx, guess));
      if (checked !== 'right') await audit(db, 'passwordResetFailed', clientAddress, user?.id);
      refuse(checked);
      // A customer who has read the code does not wait behind strangers.
      const passwordHash = await hashPassword(body.password, { ...turn, isKnown: true });
      const outcome = await db.transaction(async (tx) => {
        // Another request may have used the code while the password was being hashed.
        const again = await checkCode(tx, guess);
        if (again !== 'right') return again;
        await deleteCodes(tx, userId);
        // A customer who has read the code could also have read the confirmation.
        await confirmEmail(tx, userId, clock.now());
        const changed = await updatePassword(tx, userId, passwordHash);
        if (changed === undefined) return 'wrong';
        await deleteSessions(tx, userId);
        await audit(tx, 'passwordReset', clientAddress, userId);
        await enqueueAccountMail(tx, changed, 'passwordReset', {
          publicUrl: settings.publicUrl,
          service: serviceName(settings.business),
          device: device.name(),
        });
        // Somebody who knew the password or had registered the address counts as a stranger from now on.
        await deleteDevices(tx, userId);
        await saveDevice(tx, userId, device.remember(), clock.now());
        return again;
      });
      refuse(outcome);
      await resetGuesses(limiter, { email, clientAddress }, device.hash());
      return {};
    },
  };
}

function refuse(outcome: Outcome): void {
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
): [limit: Limit, who: string][] {
  const own: [Limit, string][] =
    knownDevice === undefined
      ? [
          [CLIENT_GUESS_LIMIT, `${email} client ${clientAddress}`],
          [STRANGERS_GUESS_LIMIT, email],
        ]
      : [[OWN_GUESS_LIMIT, `${email} device ${knownDevice}`]];
  return [...own, [GUESS_LIMIT, email]];
}

function isSameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
