import { TEXT_MAX_LENGTH } from '../../src/contract/constants.ts';
import { dateText } from '../../src/contract/date-text.ts';
import { formatCents } from '../../src/contract/money.ts';
import { splitVat } from '../../src/contract/price.ts';
import type { Business } from '../config/business.ts';
import type { Db } from '../db/database.ts';
import { toRows } from '../documents/document-page.ts';
import { oneLine } from '../http/one-line.ts';
import { findDeliveryEmailSubject, refundEmailJob } from '../queries/emails.ts';
import { findGuestRequest } from '../queries/guest-requests.ts';
import { findReceipt, insertDocument, type PaymentDocument } from '../queries/payment-documents.ts';
import { findPayment, type PaymentRow, type PaymentSubject } from '../queries/payments.ts';
import { isSuperfluous, listRefunds, type RefundRow, updateRefund } from '../queries/refunds.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';

/** What a receipt needs of a payment whose money has just arrived. */
export type ReceivedPayment = Pick<
  PaymentRow,
  'id' | 'deliveryRequestId' | 'guestRequestId' | 'amountCents' | 'currency' | 'cardLast4'
> & { paid: Date; vatBasisPoints: number };

/** Issues the receipt of a payment in the transaction that accepts its money. It never changes afterwards. (PAY-22) */
export async function issueReceipt(tx: Db, business: Business, payment: ReceivedPayment) {
  const { id: paymentId, paid, cardLast4, amountCents, currency, vatBasisPoints } = payment;
  const { customer, service } = await describeSale(tx, payment);
  return insertDocument(tx, {
    kind: 'receipt',
    paymentId,
    issued: paid,
    content: (number) => ({
      title: 'Receipt',
      supplier: supplierLines(business),
      sections: [
        { rows: toRows({ 'Receipt number': String(number), Date: dateText(paid, business.timeZone) }) },
        { heading: 'Customer', rows: toRows(customer) },
        { heading: 'Service', rows: toRows(service) },
        {
          rows: toRows({
            'Paid with': cardLast4 && `Card ending in ${cardLast4}`,
            ...vatTexts(amountCents, currency, vatBasisPoints),
            'Total, paid': formatCents(amountCents, currency),
          }),
        },
      ],
    }),
  });
}

/** A refund, what is left of the payment after it, and the time at which the customer gets the money back. */
type MadeRefund = { id: number; amountCents: number; leftCents: number; time: Date };

/**
 * Issues the credit note of a refund. It repeats customer, service and VAT rate of the receipt. Returns undefined if
 * the payment has no receipt, because then there is nothing to correct. (PAY-90)
 */
async function issueCreditNote(
  tx: Db,
  business: Business,
  { id: paymentId, currency, vatBasisPoints }: Pick<PaymentRow, 'id' | 'currency' | 'vatBasisPoints'>,
  { id: refundId, amountCents, leftCents, time }: MadeRefund,
): Promise<PaymentDocument | undefined> {
  const receipt = await findReceipt(tx, paymentId);
  if (receipt === undefined) return undefined;
  return insertDocument(tx, {
    kind: 'creditNote',
    paymentId,
    refundId,
    issued: time,
    content: (number) => ({
      title: 'Credit note',
      supplier: supplierLines(business),
      sections: [
        {
          rows: toRows({
            'Credit note number': String(number),
            Date: dateText(time, business.timeZone),
            'For receipt': `${receipt.number} of ${dateText(receipt.issued, business.timeZone)}`,
          }),
        },
        ...receipt.content.sections.filter(({ heading }) => heading !== undefined),
        {
          rows: toRows({
            ...vatTexts(amountCents, currency, vatBasisPoints ?? 0, leftCents),
            'Total, refunded': formatCents(amountCents, currency),
          }),
        },
      ],
    }),
  });
}

/**
 * Issues the credit note of each refund that is new on its way to the customer, and queues an email about it, once per
 * refund. Call it in the transaction that has stored the refunds and has locked their payment. (PAY-90, PAY-91)
 */
export async function announceRefunds(
  { business, clock }: Pick<PaymentDependencies, 'business' | 'clock'>,
  tx: Db,
  paymentId: number,
): Promise<void> {
  const payment = await findPayment(tx, paymentId);
  const refunds = await listRefunds(tx, [paymentId]);
  if (payment === undefined) return;
  // A refund that is sent again may return less than its credit note, because the dashboard has returned a part.
  const sumCredited = (sum: number, { announced, creditedCents, amountCents }: RefundRow) =>
    sum + (announced ? (creditedCents ?? amountCents ?? 0) : 0);
  let left = payment.amountCents - refunds.reduce(sumCredited, 0);
  for (const refund of refunds) {
    if (refund.announced || !isMade(refund) || isSuperfluous(refund) || left <= 0) continue;
    const creditedCents = Math.min(refund.amountCents ?? left, left);
    left -= creditedCents;
    const made = { id: refund.id, amountCents: creditedCents, leftCents: left, time: clock.now() };
    await issueCreditNote(tx, business, payment, made);
    const amountCents = refund.amountCents ?? creditedCents;
    await updateRefund(tx, refund.id, { amountCents, creditedCents, announced: true });
    await refundEmailJob.enqueue(tx, { refundId: refund.id });
  }
}

/** The provider has accepted the refund, or an operator has made it in another way. */
export function isMade({ state, providerRefundId }: RefundRow): boolean {
  if (state === 'settled') return true;
  return (state === 'pending' || state === 'done') && providerRefundId !== null;
}

export function supplierLines({ operator: { name, address, number, vatNumber } }: Business): string[] {
  return [
    name ?? 'Send',
    ...(address === undefined ? [] : [address]),
    ...(number === undefined ? [] : [`Company number ${number}`]),
    ...(vatNumber === undefined ? [] : [`VAT number ${vatNumber}`]),
  ];
}

async function describeSale(tx: Db, { deliveryRequestId, guestRequestId }: PaymentSubject) {
  if (guestRequestId !== null) {
    const guest = await findGuestRequest(tx, guestRequestId);
    const name = `${guest?.firstName ?? ''} ${guest?.lastName ?? ''}`.trim();
    return {
      customer: { Name: name, Email: guest?.email },
      service: serviceTexts(guest?.pickup, guest?.dropoff, guest?.referenceNumber),
    };
  }
  const { user, request } = (await findDeliveryEmailSubject(tx, deliveryRequestId ?? 0)) ?? {};
  return {
    customer: { Name: user?.name, Email: user?.email, 'VAT number': user?.vatNumber },
    service: serviceTexts(request?.pickUp.name, request?.dropOff.name, request?.referenceNumber),
  };
}

/** A place that was pasted may have several lines. */
function serviceTexts(from: string | undefined, to: string | undefined, reference: string | undefined) {
  return {
    Service: 'Delivery of one package',
    From: oneLine(from ?? '', TEXT_MAX_LENGTH),
    To: oneLine(to ?? '', TEXT_MAX_LENGTH),
    Reference: reference,
  };
}

/** Less VAT is left after a refund. The difference is its VAT, so that refunds in parts return all VAT, as in the report. */
function vatTexts(cents: number, currency: string, basisPoints: number, leftCents = 0) {
  if (basisPoints === 0) return {};
  const percent = basisPoints / 100;
  const vatCents = splitVat(leftCents + cents, percent).vatCents - splitVat(leftCents, percent).vatCents;
  return {
    Net: formatCents(cents - vatCents, currency),
    [`VAT ${percent}%`]: formatCents(vatCents, currency),
  };
}
