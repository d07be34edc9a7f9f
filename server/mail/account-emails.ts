import { type Business, serviceName } from '../config/business.ts';
import { CODE_LIFETIME_MS } from '../config/limits.ts';
import type { Db } from '../db/database.ts';
import type { UserRow } from '../queries/users.ts';
import texts from './account-emails.json';
import { fillText } from './layout.ts';
import { emailJob } from './limited-mailer.ts';
import { signedLink } from './signed-links.ts';

type AccountEmail = keyof typeof texts;
type SiteOptions = { publicUrl: string; business: Business };

function writeEmail(name: AccountEmail, business: Business, values: Record<string, string>) {
  const fill = (text: string) => fillText(text, { ...values, service: serviceName(business) });
  return { subject: fill(texts[name].subject), text: fill(texts[name].lines.join('\n')) };
}

/**
 * Queues an email about a change to an account in the transaction of the change, so that no one takes it over
 * unnoticed. An address that is not confirmed may belong to someone else and gets none.
 */
export async function enqueueAccountEmail(
  tx: Db,
  user: Pick<UserRow, 'email' | 'emailConfirmed'>,
  event: Exclude<AccountEmail, 'confirmation' | 'code'>,
  { publicUrl, business, device }: SiteOptions & { device: string },
): Promise<void> {
  if (user.emailConfirmed === null) return;
  const kind = event === 'newDevice' ? 'newDevice' : 'accountChange';
  await emailJob.enqueue(tx, { to: user.email, kind, ...writeEmail(event, business, { publicUrl, device }) });
}

/** Queues the only email that an address gets before its owner has confirmed it. It contains nothing that was typed. */
export async function enqueueConfirmation(
  db: Db,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  { publicUrl, business, secret }: SiteOptions & { secret: Uint8Array },
): Promise<void> {
  const link = signedLink('confirmEmail', publicUrl, secret, { id, email });
  const content = writeEmail('confirmation', business, { link });
  await emailJob.enqueue(db, { to: email, kind: 'confirmation', ...content });
}

export function codeEmail(business: Business, code: number) {
  return writeEmail('code', business, { code: String(code), minutes: String(CODE_LIFETIME_MS / 60_000) });
}
