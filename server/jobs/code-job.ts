import { randomInt } from 'node:crypto';
import * as v from 'valibot';
import { hashCode } from '../accounts/verification-code.ts';
import { CODE_LIFETIME_MS, MAX_CODE_ATTEMPTS, RESET_CODES } from '../config/limits.ts';
import type { Db } from '../db/database.ts';
import type { Clock, JobHandlers } from '../dependencies.ts';
import type { LimitedMailer } from '../mail/limited-mailer.ts';
import { upsertCode } from '../queries/reset-codes.ts';
import { findUserByEmail } from '../queries/users.ts';

type CodeDependencies = {
  db: Db;
  clock: Clock;
  mail: LimitedMailer;
  secret: Uint8Array;
  /** The name under which customers know the service. */
  service: string;
};

export const CODE_JOB = 'send-code';
const CodePayload = v.object({
  email: v.string(),
  /** Whether the device has logged in to the account before. The version before this one did not say so. */
  isKnownDevice: v.optional(v.boolean(), false),
  requested: v.number(),
});
export type CodePayload = v.InferOutput<typeof CodePayload>;

/**
 * Mails a password code. It is a job so that a request for a code does the same work, and takes the same time,
 * whether the e-mail has an account or not. The code is made here: a stored mail would keep it readable at rest.
 */
export function codeJobs({ db, clock, mail, secret, service }: CodeDependencies): JobHandlers {
  return {
    async [CODE_JOB](payload) {
      const { email, requested, isKnownDevice } = v.parse(CodePayload, payload);
      const now = clock.now().getTime();
      // After a long outage of the mail server nobody needs this code any more.
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
          return { subject: `Your ${service} code`, text: codeMail(code) };
        },
      });
    },
  };
}

function codeMail(code: number): string {
  return [
    `Your code is ${code}.`,
    '',
    `It is valid for ${CODE_LIFETIME_MS / 60_000} minutes. If you did not ask for it, you can ignore this mail:`,
    'your password stays as it is.',
  ].join('\n');
}
