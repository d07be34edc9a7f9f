import type { GuestPayment } from '../../src/contract/delivery-request.ts';
import type { MoneyMovement, Payment } from '../../src/contract/payment.ts';
import { splitVat } from '../../src/contract/price.ts';
import { ORDER_STATUS, PAYMENT_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';
import type { Db } from '../db/database.ts';
import { documentPath } from '../documents/document-page.ts';
import type { GuestRequestRow } from '../queries/guest-requests.ts';
import type { OrderRow } from '../queries/orders.ts';
import { type PaymentPageRequest, type Position, splitPage } from '../queries/pagination.ts';
import { listDocuments, type PaymentDocument } from '../queries/payment-documents.ts';
import {
  listPaymentPageOfUser,
  listPaymentsOfRequest,
  type PaymentWithDelivery,
} from '../queries/payment-history.ts';
import { guestSubject, listPaymentsOf, type PaymentRow } from '../queries/payments.ts';
import { isSuperfluous, listRefunds, type RefundRow } from '../queries/refunds.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { settledCents } from './refunds.ts';

/** One page of the payments and failed attempts of an account, newest first, and its last row if more follow. */
export async function listPaymentPage(
  { db }: PaymentDependencies,
  userId: number,
  request: PaymentPageRequest,
): Promise<{ page: Payment[]; last: Position | undefined }> {
  const { page, last } = splitPage(await listPaymentPageOfUser(db, userId, request), request.limit);
  return { page: await presentPayments(db, page), last: last?.payment };
}

/** Returns the payment of a delivery request, or else its latest attempt, which failed or was returned. */
export async function findPaymentOfRequest({ db }: PaymentDependencies, userId: number, requestId: number) {
  const rows = await listPaymentsOfRequest(db, userId, requestId);
  const { processing, paid } = PAYMENT_STATUS;
  const row = rows.find(({ payment: { status } }) => status === processing || status === paid) ?? rows[0];
  return row && (await presentPayments(db, [row]))[0];
}

async function presentPayments(db: Db, rows: readonly PaymentWithDelivery[]): Promise<Payment[]> {
  const payments = rows.map(({ payment }) => payment);
  const movements = await listMovements(db, payments);
  return rows.map((row) => presentPayment(row, movements.get(row.payment.id) ?? []));
}

function presentPayment({ payment, order, request }: PaymentWithDelivery, history: MoneyMovement[]): Payment {
  return {
    id: payment.id,
    created: timeOf(payment).toISOString(),
    status: payment.status,
    amount: payment.amountCents / 100,
    currency: payment.currency,
    description: payment.description,
    amountRefunded: payment.amountRefundedCents / 100,
    refund: refundForCustomer(payment.refund),
    dispute: payment.dispute,
    failureMessage: payment.status === PAYMENT_STATUS.failed ? payment.failureMessage : null,
    deliveryId: request === null ? null : payment.deliveryRequestId,
    pickUpSnapshot: request?.pickUp ?? null,
    dropOffSnapshot: request?.dropOff ?? null,
    referenceNumber: request?.referenceNumber ?? null,
    trackingNumber: order?.guid ?? null,
    cardBrand: payment.cardBrand,
    cardLast4: payment.cardLast4,
    cardExpMonth: payment.cardExpMonth,
    cardExpYear: payment.cardExpYear,
    cardholderName: payment.cardholderName,
    receiptUrl: history.find(({ kind }) => kind === 'payment')?.documentUrl ?? null,
    receiptNumber: payment.receiptNumber,
    history,
    ...includedVat(payment),
  };
}

/** A checkout may be paid on a later day than the one on which it was opened. */
function timeOf({ paid, created }: PaymentRow): Date {
  return paid ?? created;
}

/** What was paid and refunded, by the id of the payment, oldest first. */
async function listMovements(db: Db, payments: readonly PaymentRow[]) {
  const received = payments.filter(({ paid }) => paid !== null);
  const ids = received.map(({ id }) => id);
  const documents = await listDocuments(db, ids);
  const refunds = await listRefunds(db, ids);
  return new Map(
    received.map((payment) => {
      const { id, currency, amountCents } = payment;
      const urlOf = (isIt: (document: PaymentDocument) => boolean) => {
        const document = documents.find((candidate) => candidate.paymentId === id && isIt(candidate));
        return document === undefined ? null : documentPath(document);
      };
      const paid: MoneyMovement = {
        kind: 'payment',
        created: timeOf(payment).toISOString(),
        amount: amountCents / 100,
        currency,
        documentUrl: urlOf(({ kind }) => kind === 'receipt'),
      };
      const ownRefunds = refunds.filter((refund) => refund.paymentId === id && !isSuperfluous(refund));
      const isSent = ({ state }: RefundRow) => state !== 'due' && state !== 'failed' && state !== 'rejected';
      let leftCents = ownRefunds
        .filter(isSent)
        .reduce((left, refund) => left - (refund.amountCents ?? 0), amountCents);
      const returned = ownRefunds.map((refund): MoneyMovement => {
        const isDue = refund.state === 'due';
        // As when it is sent, a refund that is due returns at most what the others leave.
        const cents = Math.min(refund.amountCents ?? leftCents, isDue ? leftCents : amountCents);
        if (isDue) leftCents -= cents;
        return {
          kind: 'refund',
          created: refund.created.toISOString(),
          amount: cents / 100,
          currency,
          state: refundForCustomer(refund.state),
          documentUrl: urlOf(({ refundId }) => refundId === (refund.creditNoteOf ?? refund.id)),
        };
      });
      return [id, [paid, ...returned]];
    }),
  );
}

/** A customer learns that a refund does not arrive by itself, but not which side has rejected it. */
function refundForCustomer(state: PaymentRow['refund']): string | null {
  if (state === 'none') return null;
  return state === 'rejected' ? 'failed' : state;
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

/**
 * Returns what a guest pays and whether it is paid; undefined before an operator has set a price.
 * @param order the order of the request, if it has started
 */
export async function findGuestPayment(
  db: Db,
  request: GuestRequestRow,
  order: OrderRow | undefined,
): Promise<Omit<GuestPayment, 'id' | 'referenceNumber' | 'description' | 'trackingNumber'> | undefined> {
  const { id, paymentKey, priceCents, currency } = request;
  if (paymentKey === null || priceCents === null || currency === null) return undefined;
  const payments = await listPaymentsOf(db, guestSubject(id));
  const last = payments.at(-1);
  const status = await statusOf(db, request, order, payments);
  // The operator may have changed the price since.
  const processed = status === 'processing' ? payments.find(isProcessing) : undefined;
  return {
    key: paymentKey,
    amount: (processed?.amountCents ?? priceCents) / 100,
    currency: processed?.currency ?? currency,
    status,
    history: [...(await listMovements(db, payments)).values()].flat(),
    failureMessage: last?.status === PAYMENT_STATUS.failed ? last.failureMessage : null,
  };
}

const isProcessing = ({ status }: PaymentRow) => status === PAYMENT_STATUS.processing;

async function statusOf(
  db: Db,
  { status, isPaidOtherwise }: GuestRequestRow,
  order: OrderRow | undefined,
  payments: readonly PaymentRow[],
): Promise<GuestPayment['status']> {
  const paid = payments.find((payment) => payment.status === PAYMENT_STATUS.paid);
  const settled = paid === undefined ? 0 : settledCents(await listRefunds(db, [paid.id]));
  if (paid && paid.amountRefundedCents + settled >= paid.amountCents) return 'refunded';
  // What was paid is on its way back, and nothing is booked any more.
  if (order?.status === ORDER_STATUS.canceled) return 'closed';
  if (paid !== undefined) return 'paid';
  if (isPaidOtherwise) return 'paidOtherwise';
  if (payments.some(isProcessing)) return 'processing';
  return status === REQUEST_STATUS.waitingPayment ? 'due' : 'closed';
}
