import { PAYMENT_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';
import type { Db } from '../db/database.ts';
import type { Clock, Places } from '../dependencies.ts';
import { ApiError } from '../http/api-error.ts';
import { insertAudit, type Operator } from '../queries/audit.ts';
import { lockDeliveryRequest } from '../queries/delivery-requests.ts';
import { enqueueDeliveryMail } from '../queries/emails.ts';
import { startOrder } from '../queries/guest-orders.ts';
import { setRequestStatus } from '../queries/operations.ts';
import { findOrderOf, type OrderRow } from '../queries/orders.ts';
import { deliverySubject, listPaymentsOf } from '../queries/payments.ts';
import { enqueuePushes } from '../queries/push.ts';
import { confirmedTown } from './locate-route.ts';

export type AcceptRequestDependencies = { db: Db; clock: Clock; places: Places };
export type AcceptRequestOptions = {
  ignorePayment?: boolean;
  /** The operator who accepts it, for the audit log. */
  operator?: Operator;
};

/** Disputes that leave the money with us. */
const SETTLED_DISPUTES: readonly string[] = ['won', 'warning_closed', 'prevented'];

/**
 * Accepts a paid request: creates its order with a tracking number. Accepting it again returns the same order.
 * @throws ApiError 409 if money of the request was refunded or is disputed, unless `ignorePayment` is set
 */
export async function acceptRequest(
  { db, clock, places }: AcceptRequestDependencies,
  id: number,
  { ignorePayment = false, operator }: AcceptRequestOptions = {},
): Promise<OrderRow> {
  const before = await db.transaction((tx) => lockDeliveryRequest(tx, id, 'anyone'));
  if (before === undefined) throw new ApiError(404, 'ORDER_REQUEST_NOT_FOUND');
  const towns = {
    fromTown: await confirmedTown(places, before.pickUp),
    toTown: await confirmedTown(places, before.dropOff),
  };
  return db.transaction(async (tx) => {
    const request = await lockDeliveryRequest(tx, id, 'anyone');
    if (request === undefined) throw new ApiError(404, 'ORDER_REQUEST_NOT_FOUND');
    const { status, userId, created } = request;
    const now = clock.now();
    const audit = async (after: number, order: OrderRow) => {
      if (operator === undefined) return;
      await insertAudit(tx, {
        event: 'requestAccepted',
        time: now,
        ...operator,
        subject: `request ${id}`,
        before: { status },
        after: { status: after, order: order.id, ...(ignorePayment ? { ignorePayment: 1 } : {}) },
      });
    };
    const known = await findOrderOf(tx, 'deliveryRequestId', id);
    if (known !== undefined) {
      await audit(status, known);
      return known;
    }
    if (status !== REQUEST_STATUS.submitted) throw new ApiError(409, 'ORDER_REQUEST_NOT_PAID');
    if (!ignorePayment) await requireSettledPayment(tx, id);
    const order = await startOrder(tx, towns, { userId, deliveryRequestId: id, created }, now);
    await setRequestStatus(tx, id, REQUEST_STATUS.accepted, now);
    await enqueueDeliveryMail(tx, id, 'accepted');
    await enqueuePushes(tx, order);
    await audit(REQUEST_STATUS.accepted, order);
    return order;
  });
}

/** The money of a delivery that goes out must be ours. */
async function requireSettledPayment(tx: Db, requestId: number): Promise<void> {
  const paid = (await listPaymentsOf(tx, deliverySubject(requestId))).filter(
    ({ status }) => status === PAYMENT_STATUS.paid,
  );
  if (paid.some(({ refund, amountRefundedCents }) => refund !== 'none' || amountRefundedCents > 0)) {
    throw new ApiError(409, 'PAYMENT_REFUNDED');
  }
  if (paid.some(({ dispute }) => dispute !== null && !SETTLED_DISPUTES.includes(dispute))) {
    throw new ApiError(409, 'PAYMENT_DISPUTED');
  }
}
