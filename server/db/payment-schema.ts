import {
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import type { DocumentContent } from '../documents/document-page.ts';

/** The payment tables for queries. The migrations create them and explain their columns and constraints. */

const timestampColumn = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** The payment provider: the embedded sandbox, or the operator's Stripe account in test or live mode. */
export type ProviderName = 'sandbox' | 'test' | 'live';
export type SessionState = 'open' | 'complete' | 'expired' | 'dead';
/**
 * The state of a refund. `failed` means that the customer's bank returned the money, and `rejected` that the provider
 * did not accept the refund: both wait for an operator, who retries it or settles it in another way (`settled`).
 */
export const REFUND_STATES = ['due', 'pending', 'failed', 'rejected', 'done', 'settled'] as const;
export type RefundState = (typeof REFUND_STATES)[number];
/** Who wanted a refund; `provider` means that it was made in the provider's dashboard. */
export type RefundReason = 'late' | 'cancelled' | 'operator' | 'provider';

/** Statuses of a dispute in which the bank waits for evidence, the second one of an inquiry. */
export const UNANSWERED_DISPUTES = ['needs_response', 'warning_needs_response'];
/** Statuses of a dispute or inquiry that the bank has decided. */
export const CLOSED_DISPUTES = ['won', 'lost', 'warning_closed', 'prevented'];

export const paymentCustomers = pgTable(
  'payment_customers',
  {
    userId: integer('user_id').notNull(),
    provider: text().$type<ProviderName>().notNull(),
    /** The provider's id of its account; '' if the key may not read it. */
    account: text().notNull().default(''),
    creationKey: uuid('creation_key').notNull(),
    customerId: text('customer_id'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.provider, table.account] })],
);

export const payments = pgTable('payments', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** A guest has no account. */
  userId: integer('user_id'),
  deliveryRequestId: integer('delivery_request_id'),
  guestRequestId: integer('guest_request_id'),
  provider: text().$type<ProviderName>().notNull(),
  /** The provider's id of its account; '' if the key may not read it. */
  account: text().notNull().default(''),
  /** A payment with a saved card has no checkout session. */
  sessionId: text('session_id'),
  sessionUrl: text('session_url'),
  origin: text().notNull(),
  sessionState: text('session_state').$type<SessionState>().notNull(),
  expires: timestampColumn('expires').notNull(),
  checked: timestampColumn('checked').notNull(),
  intentId: text('intent_id'),
  status: smallint().notNull(),
  amountCents: integer('amount_cents').notNull(),
  currency: text().notNull(),
  description: text().notNull(),
  cardBrand: text('card_brand'),
  cardLast4: text('card_last4'),
  cardExpMonth: smallint('card_exp_month'),
  cardExpYear: smallint('card_exp_year'),
  cardholderName: text('cardholder_name'),
  refund: text().$type<'none' | RefundState>().notNull().default('none'),
  amountRefundedCents: integer('amount_refunded_cents').notNull().default(0),
  /** Stripe's status of the newest dispute, such as `needs_response`, `won` or `lost`. */
  dispute: text(),
  /** When the evidence must have arrived at the provider. */
  disputeDue: timestampColumn('dispute_due'),
  failureMessage: text('failure_message'),
  readsStarted: integer('reads_started').notNull().default(0),
  readStored: integer('read_stored').notNull().default(0),
  isLedgerComplete: boolean('is_ledger_complete').notNull().default(true),
  paid: timestampColumn('paid'),
  receiptNumber: integer('receipt_number'),
  /** The VAT rate in hundredths of a percent that the checkout stated. */
  vatBasisPoints: integer('vat_basis_points'),
  created: timestampColumn('created').notNull(),
  lastModified: timestampColumn('last_modified').notNull(),
});

export type DocumentKind = 'receipt' | 'creditNote';

export const paymentDocuments = pgTable('payment_documents', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  kind: text().$type<DocumentKind>().notNull(),
  number: integer().notNull(),
  paymentId: integer('payment_id').notNull(),
  refundId: integer('refund_id'),
  key: uuid().notNull().defaultRandom(),
  content: jsonb().$type<DocumentContent>().notNull(),
  issued: timestampColumn('issued').notNull(),
});

export const documentNumbers = pgTable('document_numbers', {
  kind: text().$type<DocumentKind>().primaryKey(),
  last: integer().notNull(),
});

export const paymentRefunds = pgTable('payment_refunds', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  paymentId: integer('payment_id').notNull(),
  reason: text().$type<RefundReason>().notNull(),
  amountCents: integer('amount_cents'),
  requestedCents: integer('requested_cents'),
  requestKey: text('request_key'),
  state: text().$type<RefundState>().notNull(),
  failures: smallint().notNull().default(0),
  nextAttempt: timestampColumn('next_attempt').notNull(),
  providerRefundId: text('provider_refund_id'),
  failure: text(),
  note: text(),
  announced: boolean().notNull().default(false),
  created: timestampColumn('created').notNull(),
  lastModified: timestampColumn('last_modified').notNull(),
});

/** `refund_failed` and `dispute_reversed` bring money back. */
export const ENTRY_KINDS = ['charge', 'refund', 'refund_failed', 'dispute', 'dispute_reversed'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export const paymentEntries = pgTable('payment_entries', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  paymentId: integer('payment_id').notNull(),
  kind: text().$type<EntryKind>().notNull(),
  /** In the currency of the payment; positive if the account gains it. */
  amountCents: integer('amount_cents').notNull(),
  sourceId: text('source_id').notNull(),
  time: timestampColumn('time').notNull(),
  balanceTransaction: text('balance_transaction').notNull(),
  settledCents: integer('settled_cents').notNull(),
  settledCurrency: text('settled_currency').notNull(),
  feeCents: integer('fee_cents').notNull(),
});

export const paymentEvents = pgTable('payment_events', {
  id: text().primaryKey(),
  type: text().notNull(),
  created: timestampColumn('created').notNull(),
  received: timestampColumn('received').notNull(),
  paymentId: integer('payment_id'),
});

export const paymentEventReads = pgTable(
  'payment_event_reads',
  {
    provider: text().$type<ProviderName>().notNull(),
    account: text().notNull(),
    readUntil: timestampColumn('read_until').notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.account] })],
);

/** The parts of an event's object that identify its payment. */
export const EventSubject = v.object({
  id: v.string(),
  object: v.string(),
  payment_intent: v.nullish(v.string()),
  metadata: v.nullish(
    v.object({ deliveryRequestId: v.optional(v.string()), guestRequestId: v.optional(v.string()) }),
  ),
});

export const failedPaymentEvents = pgTable('failed_payment_events', {
  id: text().primaryKey(),
  type: text().notNull(),
  created: timestampColumn('created').notNull(),
  subject: jsonb().$type<v.InferOutput<typeof EventSubject>>().notNull(),
  attempts: integer().notNull().default(1),
  lastError: text('last_error').notNull(),
  failedAt: timestampColumn('failed_at').notNull(),
});

export const paymentLocks = pgTable('payment_locks', {
  name: text().primaryKey(),
  holder: uuid().notNull(),
  expires: timestampColumn('expires').notNull(),
});
