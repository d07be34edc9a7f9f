import type { Db } from '../db/database.ts';
import { enqueueMail } from '../mail/mail-jobs.ts';
import { signedLink } from '../mail/signed-links.ts';
import type { UserRow } from '../queries/users.ts';

type AccountEvent = 'passwordChanged' | 'passwordReset' | 'newDevice' | 'accountDeleted';
/** @property service the name under which customers know the service */
type MailOptions = { publicUrl: string; service: string; device: string };

const SUBJECTS: Record<AccountEvent, (service: string) => string> = {
  passwordChanged: (service) => `Your ${service} password was changed`,
  passwordReset: (service) => `Your ${service} password was reset`,
  newDevice: (service) => `New login to your ${service} account`,
  accountDeleted: (service) => `Your ${service} account was deleted`,
};

const resetHint = ({ publicUrl }: MailOptions) => [
  'If this was you, you do not need to do anything.',
  `If it was not you, reset your password now: ${publicUrl}/auth/login`,
];

const TEXTS: Record<AccountEvent, (options: MailOptions) => string[]> = {
  passwordChanged: (options) => [
    `The password of your ${options.service} account was changed, and all other devices were logged out.`,
    '',
    ...resetHint(options),
  ],
  passwordReset: (options) => [
    `The password of your ${options.service} account was reset with a mailed code, and all devices were logged out.`,
    '',
    ...resetHint(options),
  ],
  newDevice: (options) => [
    `Somebody logged in to your ${options.service} account on a device that was not used before (${options.device}).`,
    '',
    ...resetHint(options),
  ],
  accountDeleted: ({ publicUrl, service, device }) => [
    `Your ${service} account was deleted on ${device}, and all devices were logged out.`,
    '',
    'We deleted your profile, addresses, saved cards and deliveries. The law obliges us to keep the receipts of your',
    `payments for seven years: ${publicUrl}/privacy-policy`,
  ],
};

/**
 * Queues a mail that tells a customer of a change to the account, so that nobody can take it over unnoticed. Pass
 * the transaction that makes the change: the mail exists exactly if the change does. An address that is not confirmed
 * may belong to somebody else and gets none.
 */
export async function enqueueAccountMail(
  db: Db,
  user: Pick<UserRow, 'email' | 'emailConfirmed'>,
  event: AccountEvent,
  options: MailOptions,
): Promise<void> {
  if (user.emailConfirmed === null) return;
  const subject = SUBJECTS[event](options.service);
  const text = TEXTS[event](options).join('\n');
  const kind = event === 'newDevice' ? 'newDevice' : 'accountChange';
  await enqueueMail(db, { to: user.email, subject, text, kind });
}

/** Queues the only mail that an address gets before its owner has confirmed it. It contains nothing that was typed. */
export async function enqueueConfirmation(
  db: Db,
  user: Pick<UserRow, 'id' | 'email'>,
  { publicUrl, service, secret }: { publicUrl: string; service: string; secret: Uint8Array },
): Promise<void> {
  const text = [
    `Somebody has created a ${service} account with this email address. If it was you, confirm your email to get news of`,
    `your deliveries: ${signedLink('confirmEmail', publicUrl, secret, user.id)}`,
    '',
    'If it was not you, ignore this email, and we will not email you about this account.',
  ].join('\n');
  await enqueueMail(db, {
    to: user.email,
    subject: `Confirm your email for ${service}`,
    text,
    kind: 'confirmation',
  });
}
