import * as v from 'valibot';
import type { JobHandlers, Mailer } from '../dependencies.ts';

const MailPayload = v.object({ to: v.string(), subject: v.string(), text: v.string() });

/** Mail that must arrive even if the mail server is unavailable for an hour. */
export function mailJobHandlers(mail: Mailer): JobHandlers {
  return { 'send-mail': async (payload) => mail.send(v.parse(MailPayload, payload)) };
}
