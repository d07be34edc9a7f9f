import { DEMO_ACCOUNT } from '../../src/contract/constants.ts';
import type { Settings } from '../config/environment.ts';
import type { Db } from '../db/database.ts';
import type { Clock } from '../dependencies.ts';
import { ApiError } from '../http/api-error.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';
import type { Payments } from '../payments/payments.ts';
import { type AuditEvent, insertAudit } from '../queries/audit.ts';
import type { UserRow } from '../queries/users.ts';
import type { Sessions } from './sessions.ts';
import type { Turn } from './turn-queue.ts';

export type AccountDependencies = {
  db: Db;
  clock: Clock;
  settings: Settings;
  payments: Pick<Payments, 'expireSessions' | 'deleteCustomer'>;
  /** 256 bits; keys the hashes of reset codes. */
  secret: Uint8Array;
  sessions: Sessions;
  limiter: RateLimiter;
};

export type Client = {
  clientAddress: string;
  /** How the call waits where calls have to wait: the clients and accounts that call least often go first. */
  turn: Turn;
  device: {
    /** The hash of the device cookie; undefined if there is none. */
    hash(): string | undefined;
    /** For example "Firefox on Linux". */
    name(): string;
    /** Sets the cookie if there is none, and returns the hash of its number. */
    remember(): string;
  };
};

/** An id without an account. With it, an unknown email address leads to the same queries as a known one. */
export const NO_USER = 0;

/** What happens before a login is done by no one who is known. */
const ANONYMOUS_EVENTS: readonly AuditEvent[] = ['loginFailed', 'passwordReset', 'passwordResetFailed'];

/** Records what was done to an account, in the transaction that does it. */
export function auditAccount(
  { clock }: Pick<AccountDependencies, 'clock'>,
  tx: Db,
  event: AuditEvent,
  { userId, source }: { userId: number | undefined; source: string },
): Promise<void> {
  const subject = userId === undefined ? 'no account' : `user ${userId}`;
  const actor = ANONYMOUS_EVENTS.includes(event) ? 'nobody' : subject;
  return insertAudit(tx, { event, time: clock.now(), actor, source, subject });
}

/**
 * Everyone who tries out a public demonstration shares the demo account, so no one may delete it or lock the others
 * out of it.
 * @throws ApiError 409 DEMO_ACCOUNT
 */
export function rejectSharedAccount({ settings }: AccountDependencies, { email }: Pick<UserRow, 'email'>) {
  if (settings.isDemonstration && email === DEMO_ACCOUNT.email) throw new ApiError(409, 'DEMO_ACCOUNT');
}
