import { randomUUID } from 'node:crypto';
import { PAYMENT_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';
import type { Db } from '../db/database.ts';
import { WON_DISPUTES } from '../db/payment-schema.ts';
import { ApiError } from '../http/api-error.ts';
import { requireFound } from '../http/read-request.ts';
import { requirePayable } from '../payments/payment-parameters.ts';
import { insertAudit, type Operator } from '../queries/audit.ts';
import { lockDeliveryRequest, updateDeliveryRequest } from '../queries/delivery-requests.ts';
import { enqueueDeliveryEmail, guestEmailJob } from '../queries/emails.ts';
import * as guests from '../queries/guest-requests.ts';
import { findOrderOf, type OrderRow } from '../queries/orders.ts';
import { deliverySubject, guestSubject, listPaymentsOf } from '../queries/payments.ts';
import { enqueuePushes } from '../queries/push.ts';
import type { PricedRequestDependencies } from './confirm-places.ts';
import { confirmedTown, guestPriceCents } from './pricing.ts';

export type AcceptRequestOptions = {
  ignorePayment?: boolean;
  /** The operator who accepts it, for the audit log. */
  operator?: Operator;
};

/**
 * Accepts a paid request: creates its order with a tracking number. Accepting it again returns the same order.
 * @throws ApiError 409 if money of the request was refunded or is disputed, unless `ignorePayment` is set
 */
export async function acceptRequest(
  { db, clock, places }: Pick<PricedRequestDependencies, 'db' | 'clock' | 'places'>,
  id: number,
  { ignorePayment = false, operator }: AcceptRequestOptions = {},
): Promise<OrderRow> {
  const lock = async (tx: Db) =>
    requireFound(await lockDeliveryRequest(tx, id, 'anyone'), 'ORDER_REQUEST_NOT_FOUND');
  const before = await db.transaction(lock);
  const towns = {
    fromTown: await confirmedTown(places, before.pickUp),
    toTown: await confirmedTown(places, before.dropOff),
  };
  return db.transaction(async (tx) => {
    const { status, userId, referenceNumber, created } = await lock(tx);
    const now = clock.now();
    const audit = async (after: number, order: OrderRow) => {
      if (operator === undefined) return;
      const option = ignorePayment ? { ignorePayment: 1 } : {};
      const change = { before: { status }, after: { status: after, order: order.id, ...option } };
      const subject = `request ${id}`;
      await insertAudit(tx, { event: 'requestAccepted', time: now, ...operator, subject, ...change });
    };
    const known = await findOrderOf(tx, 'deliveryRequestId', id);
    if (known !== undefined) {
      await audit(status, known);
      return known;
    }
    if (status !== REQUEST_STATUS.submitted) throw new ApiError(409, 'ORDER_REQUEST_NOT_PAID');
    if (!ignorePayment) await requireSettledPayment(tx, id);
    const accepted = { userId, deliveryRequestId: id, referenceNumber, created };
    const order = await guests.startOrder(tx, towns, accepted, now);
    await updateDeliveryRequest(tx, id, { status: REQUEST_STATUS.accepted, lastModified: now });
    await enqueueDeliveryEmail(tx, id, 'accepted');
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
  if (paid.some(({ dispute }) => dispute !== null && !WON_DISPUTES.includes(dispute))) {
    throw new ApiError(409, 'PAYMENT_DISPUTED');
  }
}

export type AcceptGuestRequestOptions = {
  /** The price. Without it the price is calculated from the request. */
  amountCents?: number | undefined;
  /** The money arrives in another way, so that the order starts at once. */
  isPaidOtherwise?: boolean;
  operator?: Operator;
};

/**
 * Accepts a guest's request: it gets a price and a payment page, whose address is emailed to the guest. Its order starts
 * when it is paid, or at once if it is paid otherwise. Accepting it again changes the price until it is paid, and
 * changes nothing afterwards.
 * @throws ApiError 404 for an unknown request; 409 GUEST_PRICE_UNKNOWN if no amount is given and none can be calculated; 400 if
 * the provider would not collect the amount
 */
export async function acceptGuestRequest(
  { db, clock, places, payments, tariff }: PricedRequestDependencies,
  id: number,
  { amountCents, isPaidOtherwise = false, operator }: AcceptGuestRequestOptions = {},
): Promise<void> {
  const before = requireFound(await guests.findGuestRequest(db, id), 'ORDER_REQUEST_NOT_FOUND');
  const towns = {
    fromTown: await confirmedTown(places, { name: before.pickup }),
    toTown: await confirmedTown(places, { name: before.dropoff }),
  };
  const priceCents = amountCents ?? before.priceCents ?? (await guestPriceCents(places, before, tariff));
  // A price that is already set stays in its currency until an operator states another one.
  const currency = (amountCents === undefined ? before.currency : null) ?? tariff.currency;
  const accept = async (tx: Db, request: guests.GuestRequestRow) => {
    if (isPaidOtherwise) {
      await payments.expireSessions(tx, guestSubject(id));
      const stated = amountCents === undefined ? {} : { priceCents: amountCents, currency: tariff.currency };
      const status = REQUEST_STATUS.waitingPayment;
      await guests.updateGuestRequest(tx, id, { ...towns, ...stated, isPaidOtherwise, status });
      await guests.startGuestOrder(tx, id, clock.now());
      return;
    }
    if (priceCents === undefined) throw new ApiError(409, 'GUEST_PRICE_UNKNOWN');
    requirePayable(priceCents, currency);
    const isSame = request.priceCents === priceCents && request.currency === currency;
    if (request.status === REQUEST_STATUS.waitingPayment && isSame) return;
    // A page with the former price must not be paid any more.
    await payments.expireSessions(tx, guestSubject(id));
    await guests.updateGuestRequest(tx, id, {
      ...towns,
      status: REQUEST_STATUS.waitingPayment,
      priceCents,
      currency,
      paymentKey: request.paymentKey ?? randomUUID(),
    });
    await guestEmailJob.enqueue(tx, { requestId: id, event: 'payment' });
  };
  await db.transaction(async (tx) => {
    const request = requireFound(await guests.lockGuestRequest(tx, id), 'ORDER_REQUEST_NOT_FOUND');
    if (await isOpen(tx, request)) await accept(tx, request);
    if (operator === undefined) return;
    const after = (await guests.findGuestRequest(tx, id)) ?? request;
    const order = await findOrderOf(tx, 'guestRequestId', id);
    await insertAudit(tx, {
      event: 'guestRequestAccepted',
      time: clock.now(),
      ...operator,
      subject: `guest request ${id}`,
      before: { status: request.status, cents: request.priceCents ?? 0 },
      after: {
        status: after.status,
        cents: after.priceCents ?? 0,
        ...(isPaidOtherwise ? { isPaidOtherwise: 1 } : {}),
        ...(order === undefined ? {} : { order: order.id }),
      },
    });
  });
}

/** Requests that were accepted before guests could pay have an order as well. */
async function isOpen(tx: Db, { id, status }: guests.GuestRequestRow): Promise<boolean> {
  const isWaiting = status === REQUEST_STATUS.submitted || status === REQUEST_STATUS.waitingPayment;
  return isWaiting && (await findOrderOf(tx, 'guestRequestId', id)) === undefined;
}
