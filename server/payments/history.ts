import type { Payment } from '../../src/contract/payment.ts';
import { PAYMENT_STATUS } from '../../src/contract/status.ts';
import { splitVat } from '../../src/contract/vat.ts';
import { splitPage } from '../http/pagination.ts';
import type { PaymentPageRequest, Position } from '../queries/page-request.ts';
import {
  listPaymentPageOfUser,
  listPaymentsOfUser,
  type PaymentWithDelivery,
} from '../queries/payment-history.ts';
import type { PaymentRow } from '../queries/payments.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';

/** Returns the payments and failed attempts of an account, newest first, with amounts in euros. */
export async function listPayments(
  { db }: PaymentDependencies,
  userId: number,
  publicUrl: string,
): Promise<Payment[]> {
  return (await listPaymentsOfUser(db, userId)).map((row) => presentPayment(row, publicUrl));
}

/** One page of the same list, and its last row if more follow. */
export async function listPaymentPage(
  { db }: PaymentDependencies,
  userId: number,
  request: PaymentPageRequest,
  publicUrl: string,
): Promise<{ page: Payment[]; last: Position | undefined }> {
  const { page, last } = splitPage(await listPaymentPageOfUser(db, userId, request), request.limit);
  return { page: page.map((row) => presentPayment(row, publicUrl)), last: last?.payment };
}

/** Returns the payment of a delivery request, or else its latest failed attempt. */
export async function findPaymentOfRequest(
  { db }: PaymentDependencies,
  userId: number,
  requestId: number,
  publicUrl: string,
): Promise<Payment | undefined> {
  const rows = await listPaymentsOfUser(db, userId, requestId);
  const row = rows.find(({ payment }) => payment.status !== PAYMENT_STATUS.failed) ?? rows[0];
  return row && presentPayment(row, publicUrl);
}

function presentPayment({ payment, order, request }: PaymentWithDelivery, publicUrl: string): Payment {
  return {
    id: payment.id,
    created: payment.created.toISOString(),
    status: payment.status,
    amount: payment.amountCents / 100,
    currency: payment.currency,
    description: payment.description,
    amountRefunded: payment.amountRefundedCents / 100,
    refund: refundForCustomer(payment),
    dispute: payment.dispute,
    failureMessage: payment.status === PAYMENT_STATUS.failed ? payment.failureMessage : null,
    deliveryId: request === null ? null : payment.deliveryRequestId,
    pickUpSnapshot: request?.pickUp ?? null,
    dropOffSnapshot: request?.dropOff ?? null,
    referenceNumber: order?.referenceNumber ?? null,
    trackingNumber: order?.guid ?? null,
    cardBrand: payment.cardBrand,
    cardLast4: payment.cardLast4,
    cardExpMonth: payment.cardExpMonth,
    cardExpYear: payment.cardExpYear,
    cardholderName: payment.cardholderName,
    receiptUrl: toAppLink(payment.receiptUrl, publicUrl),
    invoiceUrl: toAppLink(payment.invoiceUrl, publicUrl),
    receiptNumber: payment.receiptNumber,
    ...includedVat(payment),
  };
}

/** A customer learns that a refund does not arrive by itself, but not which side has rejected it. */
function refundForCustomer({ refund }: PaymentRow): string | null {
  if (refund === 'none') return null;
  return refund === 'rejected' ? 'failed' : refund;
}

/** The VAT that the amount of a payment includes, if it has a receipt. */
export function includedVat({
  amountCents,
  vatBasisPoints,
  receiptNumber,
}: Pick<PaymentRow, 'amountCents' | 'vatBasisPoints' | 'receiptNumber'>) {
  if (receiptNumber === null || !vatBasisPoints) return { vatPercent: null, vatAmount: null };
  const vatPercent = vatBasisPoints / 100;
  return { vatPercent, vatAmount: splitVat(amountCents, vatPercent).vatCents / 100 };
}

/** A page of our own server gets a relative link, so that it opens on every host name of the app. */
function toAppLink(url: string | null, publicUrl: string): string | null {
  if (url === null) return null;
  const { origin, hostname, pathname, search } = new URL(url);
  const isOurs = origin === publicUrl || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return isOurs ? pathname + search : url;
}
