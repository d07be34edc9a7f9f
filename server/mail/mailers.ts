import nodemailer from 'nodemailer';
import type { Db } from '../db/database.ts';
import type { Clock, Mailer } from '../dependencies.ts';
import { insertMail } from '../queries/mails.ts';

/** By SMTP; the sender's address is `no-reply@` the public host. */
export function createSmtpMailer(smtpUrl: string, publicUrl: string): Mailer {
  const transport = nodemailer.createTransport(smtpUrl);
  const from = `Send <no-reply@${new URL(publicUrl).hostname}>`;
  return {
    async send(message) {
      await transport.sendMail({ from, ...message });
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
