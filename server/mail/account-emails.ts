import { type Business, serviceName } from '../config/business.ts';
import { CODE_LIFETIME_MS } from '../config/limits.ts';
import type { Db } from '../db/database.ts';
import type { UserRow } from '../queries/users.ts';
import { enqueueEmail } from './limited-mailer.ts';
import { signedLink } from './signed-links.ts';

type AccountEvent = 'passwordChanged' | 'passwordReset' | 'newDevice' | 'accountDeleted';
type SiteOptions = { publicUrl: string; business: Business };
type TextOptions = { publicUrl: string; service: string; device: string };

const resetHint = ({ publicUrl }: TextOptions) => [
  '',
  'If this was you, you do not need to do anything.',
  `If it was not you, reset your password now: ${publicUrl}/auth/login`,
];

const TEXTS: Record<AccountEvent, (options: TextOptions) => { subject: string; lines: string[] }> = {
  passwordChanged: (options) => ({
    subject: `Your ${options.service} password was changed`,
    lines: [
      `The password of your ${options.service} account was changed, and all other devices were logged out.`,
      ...resetHint(options),
    ],
  }),
  passwordReset: (options) => ({
    subject: `Your ${options.service} password was reset`,
    lines: [
      `The password of your ${options.service} account was reset with a code sent by email, and all devices were logged out.`,
      ...resetHint(options),
    ],
  }),
  newDevice: (options) => ({
    subject: `New login to your ${options.service} account`,
    lines: [
      `New login to your ${options.service} account from a device you haven't used before (${options.device}).`,
      ...resetHint(options),
    ],
  }),
  accountDeleted: ({ publicUrl, service, device }) => ({
    subject: `Your ${service} account was deleted`,
    lines: [
      `Your ${service} account was deleted on ${device}, and all devices were logged out.`,
      '',
      'We deleted your profile, addresses, saved cards and deliveries. The law obliges us to keep the receipts of your',
      `payments for seven years: ${publicUrl}/privacy-policy`,
    ],
  }),
};

/**
 * Queues an email that tells a customer of a change to the account, so that no one can take it over unnoticed. Pass
 * the transaction that makes the change: the email exists exactly if the change does. An address that is not confirmed
 * may belong to someone else and gets none.
 */
export async function enqueueAccountEmail(
  tx: Db,
  user: Pick<UserRow, 'email' | 'emailConfirmed'>,
  event: AccountEvent,
  { publicUrl, business, device }: SiteOptions & { device: string },
): Promise<void> {
  if (user.emailConfirmed === null) return;
  const { subject, lines } = TEXTS[event]({ publicUrl, service: serviceName(business), device });
  const kind = event === 'newDevice' ? 'newDevice' : 'accountChange';
  await enqueueEmail(tx, { to: user.email, subject, text: lines.join('\n'), kind });
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
    `your deliveries: ${signedLink('confirmEmail', publicUrl, secret, id)}`,
    '',
    'If it was not you, ignore this email, and we will not email you about this account.',
  ].join('\n');
  await enqueueEmail(db, {
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
