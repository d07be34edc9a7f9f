import { type Business, serviceName } from '../config/business.ts';
import { CODE_LIFETIME_MS } from '../config/limits.ts';
import type { Db } from '../db/database.ts';
import type { UserRow } from '../queries/users.ts';
import texts from './account-emails.json';
import { emailJob } from './limited-mailer.ts';
import { signedLink } from './signed-links.ts';

type AccountEvent = keyof typeof texts;
type SiteOptions = { publicUrl: string; business: Business };

/**
 * Queues an email about a change to an account in the transaction of the change, so that no one takes it over
 * unnoticed. An address that is not confirmed may belong to someone else and gets none.
 */
export async function enqueueAccountEmail(
  tx: Db,
  user: Pick<UserRow, 'email' | 'emailConfirmed'>,
  event: AccountEvent,
  { publicUrl, business, device }: SiteOptions & { device: string },
): Promise<void> {
  if (user.emailConfirmed === null) return;
  const { subject, lines } = texts[event];
  const fill = (text: string) =>
    text
      .replaceAll('{service}', () => serviceName(business))
      .replaceAll('{publicUrl}', () => publicUrl)
      .replaceAll('{device}', () => device);
  const kind = event === 'newDevice' ? 'newDevice' : 'accountChange';
  await emailJob.enqueue(tx, { to: user.email, subject: fill(subject), text: fill(lines.join('\n')), kind });
}

/** Queues the only email that an address gets before its owner has confirmed it. It contains nothing that was typed. */
export async function enqueueConfirmation(
  db: Db,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  { publicUrl, business, secret }: SiteOptions & { secret: Uint8Array },
): Promise<void> {
  const service = serviceName(business);
  const text = [
    `A ${service} account was created with this email address. If it was you, confirm your email to get news of`,
    `your deliveries: ${signedLink('confirmEmail', publicUrl, secret, { id, email })}`,
    '',
    'If it was not you, ignore this email, and we will not email you about this account.',
  ].join('\n');
  await emailJob.enqueue(db, {
    to: email,
    subject: `Confirm your email for ${service}`,
    text,
    kind: 'confirmation',
  });
}

/** The email with a code that replaces a forgotten password. */
export function codeEmail(business: Business, code: number): { subject: string; text: string } {
  return {
    subject: `Your ${serviceName(business)} code`,
    text: [
      `Your code is ${code}.`,
      '',
      `It is valid for ${CODE_LIFETIME_MS / 60_000} minutes.`,
      "If you didn't request this code, ignore this email; your password stays the same.",
    ].join('\n'),
  };
}
