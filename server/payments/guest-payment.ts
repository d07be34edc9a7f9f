import type { GuestPayment } from '../../src/contract/delivery-request.ts';
import { PAYMENT_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';
import type { Db } from '../db/database.ts';
import type { GuestRequestRow } from '../queries/guest-requests.ts';
import { guestSubject, listPaymentsOf, type PaymentRow } from '../queries/payments.ts';
import { listMovements } from './history.ts';

export type GuestPaymentState = Pick<
  GuestPayment,
  'key' | 'amount' | 'currency' | 'status' | 'failureMessage' | 'history'
>;

/** Returns what a guest pays and whether it is paid; undefined before an operator has set a price. */
export async function findGuestPayment(
  db: Db,
  request: GuestRequestRow,
): Promise<GuestPaymentState | undefined> {
  const { id, paymentKey, priceCents, currency } = request;
  if (paymentKey === null || priceCents === null || currency === null) return undefined;
  const payments = await listPaymentsOf(db, guestSubject(id));
  const last = payments.at(-1);
  return {
    key: paymentKey,
    amount: priceCents / 100,
    currency,
    status: statusOf(request, payments),
    history: [...(await listMovements(db, payments)).values()].flat(),
    failureMessage: last?.status === PAYMENT_STATUS.failed ? last.failureMessage : null,
  };
}

function statusOf(
  { status, isPaidOtherwise }: GuestRequestRow,
  payments: readonly PaymentRow[],
): GuestPaymentState['status'] {
  const paid = payments.find((payment) => payment.status === PAYMENT_STATUS.paid);
  if (paid !== undefined) return paid.amountRefundedCents < paid.amountCents ? 'paid' : 'refunded';
  if (isPaidOtherwise) return 'paidOtherwise';
  if (payments.some((payment) => payment.status === PAYMENT_STATUS.processing)) return 'processing';
  return status === REQUEST_STATUS.waitingPayment ? 'due' : 'closed';
}
