import { and, eq, inArray, isNotNull, ne, notExists, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { PAYMENT_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';
import type { Db } from '../db/database.ts';
import { payments } from '../db/payment-schema.ts';
import { addresses, deliveryRequests, devices, orders, resetCodes, sessions, users } from '../db/schema.ts';
import { ANONYMOUS_PAYMENT } from './guest-requests.ts';
import type { UserRow } from './users.ts';

/** No money has moved and none will: such a payment does not belong in the operator's books. */
export const isNotInBooks = and(
  notInArray(payments.status, [PAYMENT_STATUS.paid, PAYMENT_STATUS.processing]),
  eq(payments.refund, 'none'),
  notInArray(payments.sessionState, ['open', 'dead']),
);

/**
 * The account, held until the transaction ends; undefined once it is deleted. A stronger lock would wait for
 * transactions that refer to the account, which may wait for rows that this one holds.
 */
export async function lockUser(tx: Db, id: number): Promise<UserRow | undefined> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('no key update');
  return row?.deleted === null ? row : undefined;
}

/** All requests of an account, held until the transaction ends. */
export async function lockRequestsOf(tx: Db, userId: number) {
  return tx
    .select({ id: deliveryRequests.id, status: deliveryRequests.status })
    .from(deliveryRequests)
    .where(eq(deliveryRequests.userId, userId))
    .for('update');
}

/** Deletes all personal data of an account. Its row stays, because payments in the books refer to it. */
export async function eraseAccount(tx: Db, userId: number, now: Date): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, userId));
  await tx.delete(devices).where(eq(devices.userId, userId));
  await tx.delete(resetCodes).where(eq(resetCodes.userId, userId));
  await eraseWhatRemains(tx, eq(users.id, userId));
  // The new key of the email address needs the stronger lock, so it comes last.
  await tx
    .update(users)
    .set({
      name: '',
      email: '',
      // No email address looks like this, so no one can log in or register with it.
      emailKey: `deleted ${userId}`,
      phoneNumber: '',
      vatNumber: '',
      passwordHash: '',
      // A change of the password that is on its way must not begin a session.
      tokenVersion: sql`${users.tokenVersion} + 1`,
      deleted: now,
    })
    .where(eq(users.id, userId));
}

/**
 * Repeats the deletion for what was written while it ran: a request that was on its way, and what the payment
 * provider reported since. Deletes accounts whose last payment has left the books.
 */
export async function eraseDeletedAccounts(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await eraseWhatRemains(tx, isNotNull(users.deleted));
    const itsPayments = tx.select({ id: payments.id }).from(payments).where(eq(payments.userId, users.id));
    const itsRequests = tx
      .select({ id: deliveryRequests.id })
      .from(deliveryRequests)
      .where(eq(deliveryRequests.userId, users.id));
    await tx
      .delete(users)
      .where(and(isNotNull(users.deleted), notExists(itsPayments), notExists(itsRequests)));
  });
}

async function eraseWhatRemains(tx: Db, which: SQL): Promise<void> {
  const ids = tx.select({ id: users.id }).from(users).where(which);
  await tx.delete(addresses).where(inArray(addresses.userId, ids));
  // A request that was paid while the account was deleted is still to be carried out.
  const isOver = and(
    inArray(deliveryRequests.userId, ids),
    inArray(deliveryRequests.status, [REQUEST_STATUS.waitingPayment, REQUEST_STATUS.closed]),
  );
  const over = tx.select({ id: deliveryRequests.id }).from(deliveryRequests).where(isOver);
  // Requests are locked before their orders everywhere.
  await tx.select({ id: deliveryRequests.id }).from(deliveryRequests).where(isOver).for('update');
  await tx.delete(orders).where(inArray(orders.deliveryRequestId, over));
  await tx.delete(deliveryRequests).where(isOver);
  await erasePayments(tx, inArray(payments.userId, ids));
}

/** A payment that names the places or the card. */
export const isPersonalPayment = or(
  ne(payments.description, ANONYMOUS_PAYMENT.description),
  isNotNull(payments.cardLast4),
  isNotNull(payments.cardholderName),
);

/** Deletes payments without money, and of the others what the operator's books do not need: the places and the card. */
export async function erasePayments(tx: Db, which: SQL): Promise<void> {
  await tx.delete(payments).where(and(which, isNotInBooks));
  await tx.update(payments).set(ANONYMOUS_PAYMENT).where(and(which, isPersonalPayment));
}
