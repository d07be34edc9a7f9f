import nodemailer from 'nodemailer';
import type { Db } from '../db/database.ts';
import type { Clock, Mailer } from '../dependencies.ts';
import { PermanentFailure } from '../jobs/permanent-failure.ts';
import { insertMail } from '../queries/mails.ts';

/**
 * Time limits of a mail server that hangs. The last one is long, because a server may check a mail for minutes
 * before it accepts it, and giving up meanwhile means that the mail is sent twice.
 */
const SMTP_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 30_000, socketTimeout: 180_000 };

export type Sender = { name: string; address: string };

/** Sends by SMTP. */
export function createSmtpMailer(smtpUrl: string, from: Sender, timeouts = SMTP_TIMEOUTS): Mailer {
  const transport = nodemailer.createTransport({ url: smtpUrl, ...timeouts });
  return {
    async send(message) {
      try {
        await transport.sendMail({ from, ...message });
      } catch (error) {
        throw isPermanent(error) ? refusal(error) : error;
      }
    },
  };
}

/** Into the database, where the sandbox's mailbox page shows it: for trying out without a mail server. */
export function createMailboxMailer(db: Db, clock: Clock): Mailer {
  return {
    async send({ to, subject, text }) {
      await insertMail(db, { recipient: to, subject, body: text, created: clock.now() });
    },
  };
}

/**
 * Whether the mail server has refused this mail for good (5xx). A refused log-in (EAUTH) is a fault of the
 * configuration and passes when it is corrected.
 */
function isPermanent(error: unknown): error is { responseCode: number } {
  return (
    error instanceof Error &&
    'responseCode' in error &&
    typeof error.responseCode === 'number' &&
    error.responseCode >= 500 &&
    'code' in error &&
    (error.code === 'EENVELOPE' || error.code === 'EMESSAGE')
  );
}

/** The server's own words are left out, because they repeat the address and end up in the log. */
function refusal(error: { responseCode: number }): PermanentFailure {
  return new PermanentFailure(`The mail server refused the mail with ${error.responseCode}.`);
}
