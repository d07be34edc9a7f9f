import { REQUEST_STATUS } from '../../src/contract/status.ts';
import type { Db } from '../db/database.ts';
import { ApiError } from '../http/api-error.ts';
import { enqueueAccountEmail } from '../mail/account-emails.ts';
import { eraseAccount, lockRequestsOf, lockUser } from '../queries/deleted-accounts.ts';
import { deliverySubject } from '../queries/payments.ts';
import {
  type AccountDependencies,
  auditAccount,
  type Client,
  rejectSharedAccount,
} from './account-dependencies.ts';
import { confirmPassword } from './check-password.ts';
import type { Session } from './sessions.ts';

/**
 * Deletes an account: its sessions, addresses, deliveries and everything else about the customer. What stays are the
 * payments that belong in the operator's books, and their receipts, which must not change.
 * @throws ApiError 403 for a wrong password, 409 while a paid delivery is under way, because the driver needs the
 * addresses
 */
export async function deleteAccount(
  dependencies: AccountDependencies,
  session: Session,
  password: string,
  { clientAddress, device, turn }: Client,
): Promise<void> {
  const { db, clock, limiter, payments, settings } = dependencies;
  const { user } = session;
  rejectSharedAccount(dependencies, user);
  await confirmPassword(limiter, session, password, turn);
  await db.transaction(async (tx) => {
    await deleteData(tx, payments, user.id, clock.now());
    await auditAccount(dependencies, tx, 'accountDeleted', { userId: user.id, source: clientAddress });
    await enqueueAccountEmail(tx, user, 'accountDeleted', { ...settings, device: device.name() });
  });
}

/** Deletes what an account contains, at the provider too. Call it inside a transaction. */
export async function deleteData(
  tx: Db,
  payments: AccountDependencies['payments'],
  userId: number,
  now: Date,
): Promise<void> {
  if ((await lockUser(tx, userId)) === undefined) throw new ApiError(401, 'UNAUTHORIZED');
  const requests = await lockRequestsOf(tx, userId);
  const isUnderWay = requests.some(
    ({ status }) => status === REQUEST_STATUS.submitted || status === REQUEST_STATUS.accepted,
  );
  if (isUnderWay) throw new ApiError(409, 'ACCOUNT_HAS_DELIVERIES');
  for (const { id, status } of requests) {
    if (status === REQUEST_STATUS.waitingPayment) await payments.expireSessions(tx, deliverySubject(id));
  }
  await payments.deleteCustomer(tx, userId);
  await eraseAccount(tx, userId, now);
}
