import nodemailer from 'nodemailer';
import type { SMTPError } from 'nodemailer/lib/smtp-connection';
import * as v from 'valibot';
import { Email } from '../../src/contract/text.ts';
import type { Db } from '../db/database.ts';
import type { Clock, Mailer } from '../dependencies.ts';
import { PermanentFailure, RetryLater } from '../jobs/repeat.ts';
import { insertEmail } from '../queries/emails.ts';

/**
 * Time limits of an email server that hangs. The last one is long, because a server may check an email for minutes
 * before it accepts it, and giving up meanwhile means that the email is sent twice.
 */
const SMTP_TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 30_000, socketTimeout: 180_000 };

/** Mail servers limit the connections of one client, often to ten. */
const SMTP_CONNECTIONS = 5;

/** The server refuses this email for good (with a 5xx). A refused login (EAUTH) passes once it is corrected. */
const FINAL_CODES: readonly (string | undefined)[] = ['EENVELOPE', 'EMESSAGE'];

export type Sender = { name: string; address: string };

/** Sends by SMTP, over a few connections that each carry many emails. */
export function createSmtpMailer(smtpUrl: string, from: Sender, timeouts = SMTP_TIMEOUTS) {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: SMTP_CONNECTIONS,
    ...timeouts,
  });
  const mailer: Mailer & { close(): void } = {
    close: () => transport.close(),
    async send({ messageId, ...message }) {
      // Mail systems drop the second copy of an email with the same id.
      const id = messageId && { messageId: `<${messageId}@${from.address.split('@')[1]}>` };
      try {
        await transport.sendMail({ from, ...message, ...id, to: oneRecipient(message.to) });
      } catch (error) {
        const { responseCode, code } = error as SMTPError;
        if (responseCode === undefined) throw error;
        // The mail server's own words are left out, because they repeat the address and end up in the log.
        if (responseCode >= 500 && FINAL_CODES.includes(code)) {
          throw new PermanentFailure(`The mail server refused the email with ${responseCode}.`);
        }
        throw new RetryLater(`The mail server deferred the email with ${responseCode} (${code}).`);
      }
    },
  };
  return mailer;
}

/** Stores emails in the database for the mailbox page of the sandbox, to try the app without an email server. */
export function createMailboxMailer(db: Db, clock: Clock): Mailer {
  return {
    async send({ to, subject, text }) {
      await insertEmail(db, { recipient: to, subject, body: text, created: clock.now() });
    },
  };
}

/**
 * A list in one text would be emailed to everyone on it. As an object, nodemailer takes the text for one address.
 * @throws PermanentFailure for anything but one address
 */
function oneRecipient(to: string): { name: string; address: string } {
  if (!v.is(Email, to)) throw new PermanentFailure('The recipient is not one email address.');
  return { name: '', address: to };
}
