import { randomUUID } from 'node:crypto';
import { REQUEST_STATUS } from '../../src/contract/status.ts';
import type { Db } from '../db/database.ts';
import { ApiError } from '../http/api-error.ts';
import { requirePayable } from '../payments/payable-amount.ts';
import { insertAudit, type Operator } from '../queries/audit.ts';
import { enqueueGuestMail } from '../queries/emails.ts';
import { startGuestOrder } from '../queries/guest-orders.ts';
import {
  findGuestRequest,
  type GuestRequestRow,
  lockGuestRequest,
  updateGuestRequest,
} from '../queries/guest-requests.ts';
import { findOrderOf } from '../queries/orders.ts';
import { guestSubject } from '../queries/payments.ts';
import type { PricedRequestDependencies } from './confirm-places.ts';
import { guestPriceCents } from './guest-price.ts';
import { confirmedTown } from './locate-route.ts';

export type AcceptGuestRequestOptions = {
  /** The price. Without it the price is calculated from the request. */
  amountCents?: number | undefined;
  /** The money arrives in another way, so that the order starts at once. */
  isPaidOtherwise?: boolean;
  /** The operator who accepts it, for the audit log. */
  operator?: Operator;
};

/**
 * Accepts a guest's request: it gets a price and a payment page, whose address is mailed to the guest. Its order starts
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
  const before = await findGuestRequest(db, id);
  if (before === undefined) throw new ApiError(404, 'ORDER_REQUEST_NOT_FOUND');
  const towns = {
    fromTown: await confirmedTown(places, { name: before.pickup }),
    toTown: await confirmedTown(places, { name: before.dropoff }),
  };
  const priceCents = amountCents ?? before.priceCents ?? (await guestPriceCents(places, before, tariff));
  const accept = async (tx: Db, request: GuestRequestRow) => {
    if (isPaidOtherwise) {
      await payments.expireSessions(tx, guestSubject(id));
      await updateGuestRequest(tx, id, { ...towns, isPaidOtherwise, status: REQUEST_STATUS.waitingPayment });
      await startGuestOrder(tx, id, clock.now());
      return;
    }
    if (priceCents === undefined) throw new ApiError(409, 'GUEST_PRICE_UNKNOWN');
    requirePayable(priceCents, tariff.currency);
    if (request.status === REQUEST_STATUS.waitingPayment && request.priceCents === priceCents) return;
    // A page with the former price must not be paid any more.
    await payments.expireSessions(tx, guestSubject(id));
    await updateGuestRequest(tx, id, {
      ...towns,
      status: REQUEST_STATUS.waitingPayment,
      priceCents,
      currency: tariff.currency,
      paymentKey: request.paymentKey ?? randomUUID(),
    });
    await enqueueGuestMail(tx, id, 'payment');
  };
  await db.transaction(async (tx) => {
    const request = await lockGuestRequest(tx, id);
    if (request === undefined) throw new ApiError(404, 'ORDER_REQUEST_NOT_FOUND');
    if (await isOpen(tx, request)) await accept(tx, request);
    if (operator === undefined) return;
    const after = (await findGuestRequest(tx, id)) ?? request;
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
async function isOpen(tx: Db, { id, status }: GuestRequestRow): Promise<boolean> {
  const isWaiting = status === REQUEST_STATUS.submitted || status === REQUEST_STATUS.waitingPayment;
  return isWaiting && (await findOrderOf(tx, 'guestRequestId', id)) === undefined;
}
