import * as v from 'valibot';
import { MAIL_KINDS, type MailKind } from '../config/limits.ts';
import type { Db } from '../db/database.ts';
import type { JobHandlers } from '../dependencies.ts';
import { enqueueJob } from '../queries/jobs.ts';
import type { LimitedMailer } from './limited-mailer.ts';

const MAIL_JOB = 'send-mail';
const MailPayload = v.object({
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  // A version without limits may have queued the job.
  kind: v.optional(v.picklist(MAIL_KINDS), 'accountChange'),
});
type QueuedMail = { to: string; subject: string; text: string; kind: MailKind };

/** Queues an email that must arrive even if the mail server is unavailable for an hour. */
export async function enqueueMail(tx: Db, mail: QueuedMail): Promise<void> {
  await enqueueJob(tx, { kind: MAIL_JOB, payload: mail });
}

export function mailJobHandlers(mail: LimitedMailer): JobHandlers {
  return {
    [MAIL_JOB]: async (payload) => {
      const { to, kind, ...content } = v.parse(MailPayload, payload);
      await mail.send({ to, kind, write: () => content });
    },
  };
}
