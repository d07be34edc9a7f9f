import { createHmac, randomInt } from 'node:crypto';
import * as v from 'valibot';
import { CODE_LIFETIME_MS, MAX_CODE_ATTEMPTS, RESET_CODES } from '../config/limits.ts';
import type { Db } from '../db/database.ts';
import { codeMail } from '../mail/account-mails.ts';
import type { EmailDependencies } from '../mail/limited-mailer.ts';
import { enqueueJob } from '../queries/jobs.ts';
import { upsertCode } from '../queries/reset-codes.ts';
import { findUserByEmail } from '../queries/users.ts';

const CODE_JOB = 'send-code';
const CodePayload = v.object({
  email: v.string(),
  /** Whether the device has logged in to the account before. */
  isKnownDevice: v.boolean(),
  requested: v.number(),
});

export function enqueueCode(db: Db, payload: v.InferOutput<typeof CodePayload>) {
  return enqueueJob(db, { kind: CODE_JOB, payload });
}

/**
 * Emails a password code. It is a job so that a request for a code does the same work, and takes the same time,
 * whether the address has an account or not. The code is made here: a stored email would keep it readable at rest.
 */
export function codeJobs({ db, clock, mail, secret, business }: Omit<EmailDependencies, 'publicUrl'>) {
  return {
    [CODE_JOB]: async (payload: unknown) => {
      const { email, requested, isKnownDevice } = v.parse(CodePayload, payload);
      const now = clock.now().getTime();
      // After a long outage of the mail server no one needs this code any more.
      if (now - requested > CODE_LIFETIME_MS) return;
      const user = await findUserByEmail(db, email);
      if (user === undefined) return;
      const code = randomInt(RESET_CODES.from, RESET_CODES.to);
      const ownKind = isKnownDevice ? 'ownCode' : 'code';
      await mail.send({
        to: user.email,
        kind: user.emailConfirmed === null ? 'confirmation' : ownKind,
        // A code that is not mailed must not replace the one before it.
        async write() {
          await upsertCode(db, {
            userId: user.id,
            isKnownDevice,
            codeHash: hashCode(secret, user.id, code),
            expires: new Date(now + CODE_LIFETIME_MS),
            guessesLeft: MAX_CODE_ATTEMPTS,
          });
          return codeMail(business, code);
        },
      });
    },
  };
}

/** The hash is keyed, because someone with the database could try all 90,000,000 plain hashes in a minute. */
export function hashCode(secret: Uint8Array, userId: number, code: number): string {
  return createHmac('sha256', secret).update(`code ${userId} ${code}`).digest('base64url');
}
