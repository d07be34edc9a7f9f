import { REQUEST_STATUS } from '../../src/contract/status.ts';
import type { Db } from '../db/database.ts';
import type { Payments } from '../dependencies.ts';
import { ApiError } from '../http/api-error.ts';
import { eraseAccount, lockRequestsOf, lockUser } from '../queries/deleted-accounts.ts';

/**
 * Deletes an account: its sessions, addresses, deliveries and everything else about the person. What stays are the
 * payments that belong in the operator's books, and their receipts, which must not change. Call it inside a transaction.
 * @throws ApiError 409 while a paid delivery is under way, because the driver needs the addresses
 */
export async function deleteAccount(tx: Db, payments: Payments, userId: number, now: Date): Promise<void> {
  if ((await lockUser(tx, userId)) === undefined) throw new ApiError(401, 'UNAUTHORIZED');
  const requests = await lockRequestsOf(tx, userId);
  const isUnderWay = requests.some(
    ({ status }) => status === REQUEST_STATUS.submitted || status === REQUEST_STATUS.accepted,
  );
  if (isUnderWay) throw new ApiError(409, 'ACCOUNT_HAS_DELIVERIES');
  for (const { id, status } of requests) {
    if (status === REQUEST_STATUS.waitingPayment) await payments.expireSessions(tx, id);
  }
  await payments.deleteCustomer(tx, userId);
  await eraseAccount(tx, userId, now);
}
