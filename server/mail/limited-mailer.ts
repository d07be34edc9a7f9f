import { createHash, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Business } from '../config/business.ts';
import { DELAYED_EMAILS, EMAIL_KINDS, EMAIL_WINDOWS, type EmailKind } from '../config/limits.ts';
import type { Db } from '../db/database.ts';
import type { CoreDependencies, EmailMessage, Mailer } from '../dependencies.ts';
import { Postponed } from '../jobs/repeat.ts';
import { changeSentEmails, type SentEmail } from '../queries/emails.ts';
import { jobKind } from '../queries/jobs.ts';

export type LimitedEmail = {
  to: string;
  kind: EmailKind;
  /** Called only if the email may be sent. */
  write: () => Omit<EmailMessage, 'to'> | Promise<Omit<EmailMessage, 'to'>>;
};

/** The only way to send an email: it limits how many emails an address gets from all causes together. */
export type LimitedMailer = {
  /** @throws Postponed if the email is to be sent later, and what the mail server's refusal throws */
  send(mail: LimitedEmail): Promise<void>;
};

/** What the jobs that write emails need. */
export type EmailDependencies = Omit<CoreDependencies, 'log'> & {
  mail: LimitedMailer;
  secret: Uint8Array;
  publicUrl: string;
  business: Business;
};

/** The limits hold for all processes together, because they count in the database. (SEC-15) */
export function createLimitedMailer({
  db,
  clock,
  log,
  mail,
}: CoreDependencies & { mail: Mailer }): LimitedMailer {
  return {
    async send({ to, kind, write }) {
      const recipient = recipientKey(to);
      const id = randomUUID();
      const delayMs = await takePlace(db, recipient, { id, kind, time: clock.now().getTime() });
      if (delayMs > 0) {
        const outcome = DELAYED_EMAILS.includes(kind) ? 'delayed' : 'dropped';
        log.warn({ kind, outcome }, 'an address has reached its limit of emails');
        if (outcome === 'dropped') return;
        throw new Postponed('The address has reached its limit of emails.', delayMs);
      }
      try {
        await mail.send({ to, ...(await write()) });
      } catch (error) {
        // Otherwise the attempts while the mail server is unavailable would count as emails.
        await changeSentEmails(db, recipient, (sent) => withExpiry(sent.filter((other) => other.id !== id)));
        throw error;
      }
    },
  };
}

/** Sends without limits, for load tests (RATE_LIMITS=off). */
export function unlimitedMailer(mail: Mailer): LimitedMailer {
  return { send: async ({ to, write }) => mail.send({ to, ...(await write()) }) };
}

const LONGEST_WINDOW_MS = Math.max(...EMAIL_WINDOWS.map(({ windowMs }) => windowMs));

/** Counts an email, unless the limits do not admit it. Returns how long it has to wait, in milliseconds. */
async function takePlace(db: Db, recipient: string, mail: SentEmail & { kind: EmailKind }): Promise<number> {
  let delayMs = 0;
  await changeSentEmails(db, recipient, (all) => {
    // One that was sent long after now was counted by a clock that was wrong.
    const sent = all.filter(({ time }) => Math.abs(time - mail.time) < LONGEST_WINDOW_MS);
    // The times at which an email leaves the windows in which it counts.
    const placesFreed = sent.flatMap(({ time }) => EMAIL_WINDOWS.map(({ windowMs }) => time + windowMs));
    const admitted = [mail.time, ...placesFreed]
      .toSorted((a, b) => a - b)
      .find((time) => time >= mail.time && isAdmitted(mail.kind, sent, time));
    delayMs = (admitted ?? mail.time + LONGEST_WINDOW_MS) - mail.time;
    return withExpiry(delayMs === 0 ? [...sent, mail] : sent);
  });
  return delayMs;
}

function isAdmitted(kind: EmailKind, sent: readonly SentEmail[], now: number): boolean {
  return EMAIL_WINDOWS.every(({ windowMs, limits }) => {
    const recent = sent.filter(({ time }) => time > now - windowMs);
    const count = (counted: EmailKind) => recent.filter((mail) => mail.kind === counted).length;
    const reservedForOthers = EMAIL_KINDS.filter((other) => other !== kind)
      .map((other) => Math.max(0, limits[other].reserved - count(other)))
      .reduce((sum, places) => sum + places, 0);
    return count(kind) < limits[kind].max && recent.length + reservedForOthers < limits.total;
  });
}

function withExpiry(sent: SentEmail[]): { sent: SentEmail[]; expires: Date } {
  const newest = Math.max(0, ...sent.map(({ time }) => time));
  return { sent, expires: new Date(newest + LONGEST_WINDOW_MS) };
}

/**
 * The hash of the mailbox behind an address, because the table needs no personal data. Many providers ignore what
 * follows a plus sign, and Gmail also ignores dots, so that one mailbox has any number of addresses.
 */
function recipientKey(address: string): string {
  const [local = '', domain = ''] = address.toLowerCase().split('@');
  const mailbox = local.replace(/(?<=.)\+.*$/, '');
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com';
  const key = isGmail ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${domain}`;
  return createHash('sha256').update(key).digest('base64url');
}

/** An email that must arrive even if the mail server is unavailable for an hour. */
export const emailJob = jobKind('send-mail', {
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  kind: v.picklist(EMAIL_KINDS),
});

export function emailJobs(mail: LimitedMailer) {
  return emailJob.handle(({ to, kind, ...content }, messageId) =>
    mail.send({ to, kind, write: () => ({ ...content, messageId }) }),
  );
}
