import type { Db } from '../db/database.ts';
import { enqueueJob } from '../queries/jobs.ts';
import type { UserRow } from '../queries/users.ts';

type AccountEvent = 'passwordChanged' | 'passwordReset' | 'newDevice';

const MAILS: Record<AccountEvent, { subject: string; says: string }> = {
  passwordChanged: {
    subject: 'Your Send password was changed',
    says: 'The password of your Send account was changed, and all other devices were logged out.',
  },
  passwordReset: {
    subject: 'Your Send password was reset',
    says: 'The password of your Send account was reset with a mailed code, and all devices were logged out.',
  },
  newDevice: {
    subject: 'New login to your Send account',
    says: 'Somebody logged in to your Send account on a device that was not used before',
  },
};

/**
 * Queues a mail that tells a customer of a change to the account, so that nobody can take it over unnoticed. Pass
 * the transaction that makes the change: the mail exists exactly if the change does.
 */
export async function enqueueAccountMail(
  db: Db,
  user: Pick<UserRow, 'email'>,
  event: AccountEvent,
  { publicUrl, device }: { publicUrl: string; device: string },
): Promise<void> {
  const { subject, says } = MAILS[event];
  const text = [
    event === 'newDevice' ? `${says} (${device}).` : says,
    '',
    'If this was you, there is nothing to do.',
    `If it was not, reset your password now: ${publicUrl}/auth/login`,
  ].join('\n');
  await enqueueJob(db, { kind: 'send-mail', payload: { to: user.email, subject, text } });
}
