import { createHash, timingSafeEqual } from 'node:crypto';
import { enqueueAccountMail } from '../accounts/account-mails.ts';
import { resetGuesses } from '../accounts/check-password.ts';
import { refuseCommonPassword } from '../accounts/common-password.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { hashCode } from '../accounts/verification-code.ts';
import { serviceName } from '../config/business.ts';
import { CODE_MAIL_LIMIT, RECOVERY_LIMIT } from '../config/limits.ts';
import type { Db } from '../db/database.ts';
import { ApiError } from '../http/api-error.ts';
import type { Handlers } from '../http/endpoints.ts';
import type { HandlerDependencies } from '../http/handler-dependencies.ts';
import { CODE_JOB, type CodePayload } from '../jobs/code-job.ts';
import { type AuditEvent, insertAudit } from '../queries/audit.ts';
import { isKnownDevice, saveDevice } from '../queries/devices.ts';
import { enqueueJob } from '../queries/jobs.ts';
import { deleteSessions } from '../queries/sessions.ts';
import { emailKey, findUserByEmail, updatePassword } from '../queries/users.ts';
import { type CodeRow, countFailedAttempt, deleteCode, lockCode } from '../queries/verification-codes.ts';

type Guess = { userId: number; code: number; isKnown: boolean; requester: Requester };
type Requester = { device: string | undefined; client: string };
type Outcome = 'right' | 'wrong' | 'expired';

/** An id without an account. With it, an unknown e-mail address leads to the same queries as a known one. */
const NOBODY = 0;

export function passwordRecoveryHandlers(
  dependencies: HandlerDependencies,
): Pick<Handlers, 'sendEmailCode' | 'recoverPassword'> {
  const { db, clock, limiter, secret, settings } = dependencies;

  async function checkCode(tx: Db, guess: Guess): Promise<Outcome> {
    const code = await lockCode(tx, guess.userId);
    const isStranger = !guess.isKnown && !isRequester(code, guess.requester);
    const guessesLeft = isStranger ? code?.strangerGuessesLeft : code?.guessesLeft;
    const isRight =
      code !== undefined && isSameHash(code.codeHash, hashCode(secret, guess.userId, guess.code));
    if (guessesLeft === undefined || guessesLeft < 1 || !isRight) {
      await countFailedAttempt(tx, guess.userId, isStranger);
      return 'wrong';
    }
    return code.expires <= clock.now() ? 'expired' : 'right';
  }

  const audit = (tx: Db, event: AuditEvent, id: number | undefined) => {
    const subject = id === undefined ? 'no account' : `user ${id}`;
    return insertAudit(tx, { event, time: clock.now(), actor: 'nobody', subject });
  };

  return {
    async sendEmailCode({ body, clientAddress, device }) {
      const email = emailKey(body.email);
      const user = await findUserByEmail(db, email);
      const isKnown = await isKnownDevice(db, user?.id ?? NOBODY, device.hash());
      // Attempts count per e-mail address, with or without an account, because the responses must not differ.
      await limiter.consume(CODE_MAIL_LIMIT, isKnown ? `${email} device ${device.hash()}` : email);
      const payload: CodePayload = {
        email,
        requesterDevice: device.remember(),
        requesterClient: hashOf(clientAddress),
        requested: clock.now().getTime(),
      };
      await enqueueJob(db, { kind: CODE_JOB, payload });
      return {};
    },

    async recoverPassword({ body, clientAddress, device, turn }) {
      refuseCommonPassword(body.password, 'password');
      const email = emailKey(body.email);
      await limiter.consume(RECOVERY_LIMIT, `${email} client ${clientAddress}`);
      const user = await findUserByEmail(db, email);
      const userId = user?.id ?? NOBODY;
      const isKnown = await isKnownDevice(db, userId, device.hash());
      const requester = { device: device.hash(), client: hashOf(clientAddress) };
      const guess = { userId, code: body.code, isKnown, requester };
      // A wrong code must not throw inside the transaction, because the rollback would undo the count.
      const checked = await db.transaction((tx) => checkCode(tx, guess));
      if (checked !== 'right') await audit(db, 'passwordResetFailed', user?.id);
      refuse(checked);
      const passwordHash = await hashPassword(body.password, { ...turn, isKnown });
      const outcome = await db.transaction(async (tx) => {
        // Another request may have used the code while the password was being hashed.
        const again = await checkCode(tx, guess);
        if (again !== 'right') return again;
        await deleteCode(tx, userId);
        const changed = await updatePassword(tx, userId, passwordHash);
        if (changed === undefined) return 'wrong';
        await deleteSessions(tx, userId);
        await audit(tx, 'passwordReset', userId);
        await enqueueAccountMail(tx, changed, 'passwordReset', {
          publicUrl: settings.publicUrl,
          service: serviceName(settings.business),
          device: device.name(),
        });
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

/** Whether it is the same device, or the same client address if the device stores no cookies. */
function isRequester(code: CodeRow | undefined, { device, client }: Requester): boolean {
  return code !== undefined && (code.requesterDevice === device || code.requesterClient === client);
}

function hashOf(clientAddress: string): string {
  return createHash('sha256').update(clientAddress).digest('base64url');
}

function isSameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
