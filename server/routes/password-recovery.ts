import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { hashPassword } from '../accounts/passwords.ts';
import {
  CODE_CLIENT_LIMIT,
  CODE_LIFETIME_MS,
  CODE_MAIL_LIMIT,
  LOGIN_LIMIT,
  MAX_CODE_ATTEMPTS,
  RECOVERY_LIMIT,
} from '../config/limits.ts';
import { ApiError } from '../http/api-error.ts';
import type { Handlers } from '../http/endpoints.ts';
import type { HandlerDependencies } from '../http/handler-dependencies.ts';
import { emailKey, findUserByEmail, updatePassword } from '../queries/users.ts';
import { countFailedAttempt, deleteCode, lockCode, upsertCode } from '../queries/verification-codes.ts';

export function passwordRecoveryHandlers(
  dependencies: HandlerDependencies,
): Pick<Handlers, 'sendEmailCode' | 'recoverPassword'> {
  const { db, clock, limiter, mail, log, secret } = dependencies;
  return {
    async sendEmailCode({ body, clientAddress }) {
      await limiter.consume(CODE_CLIENT_LIMIT, clientAddress);
      // Counted by e-mail whether it has an account or not: the answers must not differ.
      await limiter.consume(CODE_MAIL_LIMIT, emailKey(body.email));
      const user = await findUserByEmail(db, body.email);
      if (user === undefined) return {};
      // Six digits without a leading zero, because the page sends a number.
      const code = randomInt(100_000, 1_000_000);
      await upsertCode(db, {
        userId: user.id,
        codeHash: hashCode(secret, user.id, code),
        expires: new Date(clock.now().getTime() + CODE_LIFETIME_MS),
        guessesLeft: MAX_CODE_ATTEMPTS,
      });
      // Not awaited: the time a mail server takes would tell that the account exists. Not a job either: a
      // stored mail would keep the code readable at rest.
      void mail
        .send({ to: user.email, subject: 'Your Send code', text: codeMail(code) })
        .catch((error) => log.error({ err: error }, 'a code could not be mailed'));
      return {};
    },

    async recoverPassword({ body }) {
      await limiter.consume(RECOVERY_LIMIT, emailKey(body.email));
      const user = await findUserByEmail(db, body.email);
      if (user === undefined) throw new ApiError(400, 'VERIFICATION_CODE_NOT_FOUND');
      const passwordHash = await hashPassword(body.password);
      const codeHash = hashCode(secret, user.id, body.code);
      const outcome = await db.transaction(async (tx) => {
        const code = await lockCode(tx, user.id);
        if (code === undefined || code.guessesLeft < 1) return 'wrong';
        if (!isSameHash(code.codeHash, codeHash)) {
          // Committed, not thrown: a rolled-back guess would not count.
          await countFailedAttempt(tx, user.id);
          return 'wrong';
        }
        await deleteCode(tx, user.id);
        if (code.expires <= clock.now()) return 'expired';
        await updatePassword(tx, user.id, passwordHash);
        return 'done';
      });
      if (outcome === 'wrong') throw new ApiError(400, 'VERIFICATION_CODE_NOT_FOUND');
      if (outcome === 'expired') throw new ApiError(400, 'VERIFICATION_CODE_EXPIRED');
      await limiter.reset(LOGIN_LIMIT, emailKey(body.email));
      return {};
    },
  };
}

/** Keyed, because a million plain hashes are guessed in no time. */
function hashCode(secret: Uint8Array, userId: number, code: number): string {
  return createHmac('sha256', secret).update(`code ${userId} ${code}`).digest('base64url');
}

function isSameHash(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

function codeMail(code: number): string {
  return [
    `Your code is ${code}.`,
    '',
    `It is valid for ${CODE_LIFETIME_MS / 60_000} minutes. If you did not ask for it, you can ignore this mail:`,
    'your password stays as it is.',
  ].join('\n');
}
