import * as v from 'valibot';
import { MAIL_KINDS } from '../config/limits.ts';
import type { Db } from '../db/database.ts';
import { enqueueJob } from '../queries/jobs.ts';
import type { LimitedMailer } from './limited-mailer.ts';

const MAIL_JOB = 'send-mail';
const MailPayload = v.object({
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  kind: v.picklist(MAIL_KINDS),
});

/** Queues an email that must arrive even if the mail server is unavailable for an hour. */
export async function enqueueMail(tx: Db, mail: v.InferOutput<typeof MailPayload>): Promise<void> {
  await enqueueJob(tx, { kind: MAIL_JOB, payload: mail });
}

export function mailJobHandlers(mail: LimitedMailer) {
  return {
    [MAIL_JOB]: async (payload: unknown) => {
      const { to, kind, ...content } = v.parse(MailPayload, payload);
      await mail.send({ to, kind, write: () => content });
    },
  };
}
