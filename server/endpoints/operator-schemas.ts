import * as v from 'valibot';
import { DeliveryRequest } from '../../src/contract/delivery-request.ts';
import { Order } from '../../src/contract/order.ts';
import { ENTRY_KINDS, EventSubject, REFUND_STATES } from '../db/payment-schema.ts';

/**
 * The responses of the operator API, for the OpenAPI document. The tests compare every response that they get with
 * them. Times are ISO 8601 in UTC, and amounts are in euros (or the currency of the tariff) with two decimals.
 */

const Integer = v.pipe(v.number(), v.integer());
const NullableText = v.nullable(v.string());
const NullableNumber = v.nullable(v.number());
const NullableId = v.nullable(Integer);

export const OperatorDeliveryRequest = v.object({
  ...DeliveryRequest.entries,
  isPlaceDoubtful: v.boolean(),
  customer: v.object({ name: v.string(), email: v.string(), phoneNumber: v.string() }),
});

export const OperatorGuestRequest = v.object({
  id: Integer,
  referenceNumber: v.string(),
  created: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  phone: v.string(),
  email: v.string(),
  pickup: v.string(),
  dropoff: v.string(),
  note: v.string(),
  status: Integer,
  amount: NullableNumber,
  currency: NullableText,
  paymentUrl: NullableText,
  isPaidOtherwise: v.boolean(),
  order: v.nullable(Order),
});

export const OperatorPayment = v.object({
  id: Integer,
  created: v.string(),
  paid: NullableText,
  status: Integer,
  amount: v.number(),
  currency: v.string(),
  amountRefunded: v.number(),
  receiptNumber: NullableId,
  vatPercent: NullableNumber,
  vatAmount: NullableNumber,
  fees: v.number(),
  feeCurrency: NullableText,
  refund: v.picklist(['none', ...REFUND_STATES]),
  dispute: NullableText,
  disputeDue: NullableText,
  deliveryRequest: NullableId,
  guestRequest: NullableId,
  referenceNumber: NullableText,
  customer: v.object({ name: NullableText, email: NullableText }),
  card: NullableText,
  failureMessage: NullableText,
  provider: v.picklist(['sandbox', 'test', 'live']),
  sessionId: NullableText,
  intentId: NullableText,
});

export const OperatorRefund = v.object({
  id: Integer,
  paymentId: Integer,
  reason: v.picklist(['late', 'cancelled', 'operator', 'provider']),
  amount: NullableNumber,
  state: v.picklist(REFUND_STATES),
  failures: Integer,
  nextAttempt: v.string(),
  providerRefundId: NullableText,
  failure: NullableText,
  note: NullableText,
  creditNoteOf: NullableId,
  created: v.string(),
  lastModified: v.string(),
});

export const PaymentMovement = v.object({
  kind: v.picklist(ENTRY_KINDS),
  amount: v.number(),
  sourceId: v.string(),
  balanceTransaction: v.string(),
  settled: v.number(),
  settledCurrency: v.string(),
  fee: v.number(),
  time: v.string(),
});

/** A receipt or a credit note; the page at `url` can be opened and printed without a login. */
export const PaymentDocument = v.object({
  kind: v.picklist(['receipt', 'creditNote']),
  number: Integer,
  issued: v.string(),
  url: v.string(),
});

export const OperatorPaymentDetails = v.object({
  ...OperatorPayment.entries,
  refunds: v.array(OperatorRefund),
  entries: v.array(PaymentMovement),
  documents: v.array(PaymentDocument),
  events: v.array(v.object({ id: v.string(), type: v.string(), created: v.string() })),
});

export const FailedPaymentEvent = v.object({
  id: v.string(),
  type: v.string(),
  created: v.string(),
  subject: EventSubject,
  attempts: Integer,
  lastError: v.string(),
  failedAt: v.string(),
});

export const PaymentReportLine = v.object({
  day: v.string(),
  currency: v.string(),
  vatPercent: NullableNumber,
  payments: Integer,
  charged: v.number(),
  refunded: v.number(),
  net: v.number(),
  vat: v.number(),
  disputed: v.number(),
  settledCurrency: v.string(),
  settled: v.number(),
  fees: v.number(),
  due: v.number(),
});

export const FailedJob = v.object({
  id: Integer,
  kind: v.string(),
  created: v.string(),
  attempts: Integer,
  lastError: NullableText,
  failedAt: NullableText,
});

const AuditedState = v.nullable(v.record(v.string(), v.union([v.string(), v.number(), v.null()])));

export const AuditEntry = v.object({
  id: Integer,
  time: v.string(),
  actor: v.string(),
  event: v.string(),
  source: NullableText,
  subject: NullableText,
  before: AuditedState,
  after: AuditedState,
});

export const PolicyViolation = v.object({ day: v.string(), directive: v.string(), count: Integer });

export const RetriedJob = v.object({ id: Integer });
export const ReplayedEvent = v.object({ id: v.string() });
