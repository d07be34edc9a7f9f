import { brandName } from '../../src/contract/card-format.ts';
import { dateTimeText } from '../../src/contract/date-text.ts';
import { formatCents } from '../../src/contract/money.ts';
import type { PlaceSnapshot } from '../../src/contract/place.ts';
import { eventText } from '../../src/contract/tracking-text.ts';
import type { Business } from '../config/business.ts';
import type { Db } from '../db/database.ts';
import {
  type DocumentContent,
  type DocumentSection,
  documentPath,
  toRows,
} from '../documents/document-page.ts';
import { supplierLines } from '../payments/receipts.ts';
import { listAuditOf } from '../queries/audit.ts';
import { findDeliveryEmailSubject, listSentEmails } from '../queries/emails.ts';
import { findGuestRequest } from '../queries/guest-requests.ts';
import { findOrderOf, type OrderWithHistory } from '../queries/orders.ts';
import { listDocuments, type PaymentDocument } from '../queries/payment-documents.ts';
import { findPaymentWithCustomer, listEntriesOfPayment } from '../queries/payment-ledger.ts';
import { type PaymentRow, requestOf } from '../queries/payments.ts';
import { isSuperfluous, listRefunds } from '../queries/refunds.ts';

export type EvidenceDependencies = { db: Db; business: Business; publicUrl: string };
/** Formats a time in the time zone of the operator's books, with the name of the zone. */
type FormatTime = (time: Date | null | undefined) => string | undefined;

/**
 * Everything that the database knows about a payment and its delivery, for the answer to a dispute. It claims nothing
 * else: that an email was sent means that the mail server has accepted it. Undefined if there is no such payment.
 * (PAY-97)
 */
export async function collectEvidence(
  { db, business, publicUrl }: EvidenceDependencies,
  id: number,
  now: Date,
): Promise<DocumentContent | undefined> {
  const found = await findPaymentWithCustomer(db, id);
  if (found === undefined) return undefined;
  const { payment, referenceNumber } = found;
  const { timeZone } = business;
  const at: FormatTime = (time) => (time ? dateTimeText(time, timeZone) : undefined);
  const [column, requestId] = requestOf(payment);
  const order = await findOrderOf(db, column, requestId);
  const documents = await listDocuments(db, [id]);
  return {
    title: `Evidence for the payment of ${referenceNumber ?? 'a deleted delivery'}`,
    supplier: supplierLines(business),
    sections: [
      {
        rows: toRows({
          Printed: at(now),
          Dispute: payment.dispute ?? 'There is no dispute',
          'Evidence is due': at(payment.disputeDue),
        }),
      },
      { heading: 'Payment', rows: paymentRows(payment, at) },
      ...(await describeDelivery(db, payment, at)),
      ...orderSections(order, referenceNumber === null ? 'Deleted with the delivery' : 'None yet', at),
      await reporterSection(db, order, at),
      {
        heading: 'Receipts and credit notes',
        rows: documents.map((document) => documentRow(document, publicUrl, at)),
      },
      await moneySection(db, payment, at),
      await emailSection(db, payment, at),
    ].filter(({ rows }) => rows.length > 0),
  };
}

function paymentRows(payment: PaymentRow, at: FormatTime) {
  const { amountCents, amountRefundedCents, currency, cardBrand, cardLast4, cardholderName } = payment;
  return toRows({
    Amount: formatCents(amountCents, currency),
    Refunded: formatCents(amountRefundedCents, currency),
    For: payment.description,
    'Checkout opened': at(payment.created),
    'Money arrived': at(payment.paid),
    Card: cardLast4 && `${brandName(cardBrand ?? '')} ending in ${cardLast4}`,
    Cardholder: cardholderName,
    'Payment at Stripe': payment.intentId,
  });
}

/** Customer and places as they are stored now; none after the account was deleted. */
async function describeDelivery(db: Db, { deliveryRequestId, guestRequestId }: PaymentRow, at: FormatTime) {
  if (guestRequestId !== null) {
    const guest = await findGuestRequest(db, guestRequestId);
    if (guest === undefined) return [];
    const { firstName, lastName, email, phone, pickup, dropoff, note, created, referenceNumber } = guest;
    return [
      {
        heading: 'Customer',
        rows: toRows({ Name: `${firstName} ${lastName}`.trim(), Email: email, Phone: phone }),
      },
      {
        heading: `Request ${referenceNumber}, without an account`,
        rows: toRows({ Sent: at(created), 'Pick-up': pickup, 'Drop-off': dropoff, Note: note }),
      },
    ];
  }
  const sale = await findDeliveryEmailSubject(db, deliveryRequestId ?? 0);
  if (sale === undefined) return [];
  const { user, request } = sale;
  return [
    {
      heading: 'Customer',
      rows: toRows({
        Name: user.name,
        Email: user.email,
        Phone: user.phoneNumber,
        'Account created': at(user.created),
        'Email address confirmed': at(user.emailConfirmed),
      }),
    },
    {
      heading: `Request ${request.referenceNumber}`,
      rows: toRows({
        Sent: at(request.created),
        'Pick-up': placeText(request.pickUp),
        'Drop-off': placeText(request.dropOff),
        Package: `${request.weight} kg, ${request.width} × ${request.length} × ${request.height} m`,
        Note: request.deliveryNote,
      }),
    },
  ];
}

function placeText({ name, city, postalCode, country, latitude, longitude }: PlaceSnapshot): string {
  const point = latitude == null || longitude == null ? undefined : `${latitude}, ${longitude}`;
  return [name, city, postalCode, country, point].filter(Boolean).join('\n');
}

function orderSections(order: OrderWithHistory | undefined, missing: string, at: FormatTime) {
  if (order === undefined) return [{ heading: 'Order', rows: toRows({ Order: missing }) }];
  return [
    {
      heading: 'Order',
      rows: toRows({
        'Tracking number': order.guid,
        Planned: [order.deliveryDate, order.deliveryTime].filter(Boolean).join(', '),
        Delivered: at(order.deliveredTime) ?? 'Not recorded',
        'Failed attempts': order.failedAttempts > 0 ? String(order.failedAttempts) : null,
      }),
    },
    {
      heading: 'Events of the order',
      rows: order.history.flatMap(({ type, time }) => toRows({ [eventText(type).title]: at(time) })),
    },
  ];
}

/** The audit log shows which operator reported each event, and when. */
async function reporterSection(db: Db, order: OrderWithHistory | undefined, at: FormatTime) {
  const entries = order === undefined ? [] : await listAuditOf(db, `order ${order.id}`);
  return {
    heading: 'Who reported the events',
    rows: entries.toReversed().map(({ actor, after, time }) => ({
      label: typeof after?.type === 'number' ? eventText(after.type).title : 'Event',
      value: `${actor}, ${at(time)}`,
    })),
  };
}

function documentRow({ kind, number, issued, key }: PaymentDocument, publicUrl: string, at: FormatTime) {
  return {
    label: `${kind === 'receipt' ? 'Receipt' : 'Credit note'} ${number}`,
    value: `${at(issued)}\n${publicUrl}${documentPath({ key })}`,
  };
}

const ENTRY_LABELS = {
  charge: 'Charged',
  refund: 'Refunded',
  refund_failed: 'Refund returned by the bank',
  dispute: 'Withdrawn by the dispute',
  dispute_reversed: 'Returned after the dispute',
};

/** What the provider has booked, and the state of each refund, also of those that were made in another way. */
async function moneySection(db: Db, { id, currency }: PaymentRow, at: FormatTime): Promise<DocumentSection> {
  const entries = await listEntriesOfPayment(db, id);
  const refunds = (await listRefunds(db, [id])).filter((refund) => !isSuperfluous(refund));
  return {
    heading: 'Movements of money',
    rows: [
      ...entries.map(({ kind, amountCents, time, sourceId }) => ({
        label: ENTRY_LABELS[kind],
        value: `${formatCents(amountCents, currency)}, ${at(time)}, ${sourceId}`,
      })),
      ...refunds.map(({ amountCents, state, created, note }) => ({
        label: `Refund (${state})`,
        value: [
          amountCents === null ? 'All that is left' : formatCents(amountCents, currency),
          at(created),
          note,
        ]
          .filter(Boolean)
          .join(', '),
      })),
    ],
  };
}

async function emailSection(db: Db, payment: PaymentRow, at: FormatTime): Promise<DocumentSection> {
  const sent = await listSentEmails(db, payment);
  return {
    heading: 'Emails to the customer',
    rows: sent.map((email) => ({
      label: [email.kind, email.event].filter(Boolean).join(': '),
      value: `sent ${at(email.sent)}`,
    })),
  };
}
