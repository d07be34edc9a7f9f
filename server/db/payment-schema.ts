import { pgTable, primaryKey, timestamp } from 'drizzle-orm/pg-core';
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
/** Refunds that have not arrived yet. */
export const UNFINISHED_REFUNDS: RefundState[] = ['due', 'pending', 'failed', 'rejected'];
/** Who wanted a refund; `provider` means that it was made in the provider's dashboard. */
export type RefundReason = 'late' | 'cancelled' | 'operator' | 'provider';

/** Statuses of a dispute in which the bank waits for evidence, the second one of an inquiry. */
export const UNANSWERED_DISPUTES = ['needs_response', 'warning_needs_response'];
/** Statuses of a dispute or inquiry that has ended and leaves the money with us. */
export const WON_DISPUTES = ['won', 'warning_closed', 'prevented'];
/** Statuses of a dispute or inquiry that the bank has decided. */
export const CLOSED_DISPUTES = [...WON_DISPUTES, 'lost'];

export const paymentCustomers = pgTable(
  'payment_customers',
  (t) => ({
    userId: t.integer('user_id').notNull(),
    provider: t.text().$type<ProviderName>().notNull(),
    /** The provider's id of its account; '' if the key may not read it. */
    account: t.text().notNull().default(''),
    creationKey: t.uuid('creation_key').notNull(),
    customerId: t.text('customer_id'),
  }),
  (table) => [primaryKey({ columns: [table.userId, table.provider, table.account] })],
);

export const payments = pgTable('payments', (t) => ({
  id: t.integer().primaryKey().generatedAlwaysAsIdentity(),
  /** A guest has no account. */
  userId: t.integer('user_id'),
  deliveryRequestId: t.integer('delivery_request_id'),
  guestRequestId: t.integer('guest_request_id'),
  provider: t.text().$type<ProviderName>().notNull(),
  /** The provider's id of its account; '' if the key may not read it. */
  account: t.text().notNull().default(''),
  /** A payment with a saved card has no checkout session. */
  sessionId: t.text('session_id'),
  sessionUrl: t.text('session_url'),
  origin: t.text().notNull(),
  sessionState: t.text('session_state').$type<SessionState>().notNull(),
  expires: timestampColumn('expires').notNull(),
  checked: timestampColumn('checked').notNull(),
  intentId: t.text('intent_id'),
  status: t.smallint().notNull(),
  amountCents: t.integer('amount_cents').notNull(),
  currency: t.text().notNull(),
  description: t.text().notNull(),
  cardBrand: t.text('card_brand'),
  cardLast4: t.text('card_last4'),
  cardExpMonth: t.smallint('card_exp_month'),
  cardExpYear: t.smallint('card_exp_year'),
  cardholderName: t.text('cardholder_name'),
  refund: t.text().$type<'none' | RefundState>().notNull().default('none'),
  amountRefundedCents: t.integer('amount_refunded_cents').notNull().default(0),
  /** Stripe's status of the newest dispute, such as `needs_response`, `won` or `lost`. */
  dispute: t.text(),
  /** When the evidence must have arrived at the provider. */
  disputeDue: timestampColumn('dispute_due'),
  failureMessage: t.text('failure_message'),
  readsStarted: t.integer('reads_started').notNull().default(0),
  readStored: t.integer('read_stored').notNull().default(0),
  isLedgerComplete: t.boolean('is_ledger_complete').notNull().default(true),
  paid: timestampColumn('paid'),
  receiptNumber: t.integer('receipt_number'),
  /** The VAT rate in hundredths of a percent that the checkout stated. */
  vatBasisPoints: t.integer('vat_basis_points'),
  created: timestampColumn('created').notNull(),
  lastModified: timestampColumn('last_modified').notNull(),
}));

export type DocumentKind = 'receipt' | 'creditNote';

export const paymentDocuments = pgTable('payment_documents', (t) => ({
  id: t.integer().primaryKey().generatedAlwaysAsIdentity(),
  kind: t.text().$type<DocumentKind>().notNull(),
  number: t.integer().notNull(),
  paymentId: t.integer('payment_id').notNull(),
  refundId: t.integer('refund_id'),
  key: t.uuid().notNull().defaultRandom(),
  content: t.jsonb().$type<DocumentContent>().notNull(),
  issued: timestampColumn('issued').notNull(),
}));

export const documentNumbers = pgTable('document_numbers', (t) => ({
  kind: t.text().$type<DocumentKind>().primaryKey(),
  last: t.integer().notNull(),
}));

export const paymentRefunds = pgTable('payment_refunds', (t) => ({
  id: t.integer().primaryKey().generatedAlwaysAsIdentity(),
  paymentId: t.integer('payment_id').notNull(),
  reason: t.text().$type<RefundReason>().notNull(),
  amountCents: t.integer('amount_cents'),
  requestedCents: t.integer('requested_cents'),
  requestKey: t.text('request_key'),
  state: t.text().$type<RefundState>().notNull(),
  failures: t.smallint().notNull().default(0),
  nextAttempt: timestampColumn('next_attempt').notNull(),
  providerRefundId: t.text('provider_refund_id'),
  failure: t.text(),
  note: t.text(),
  announced: t.boolean().notNull().default(false),
  creditNoteOf: t.integer('credit_note_of'),
  creditedCents: t.integer('credited_cents'),
  created: timestampColumn('created').notNull(),
  lastModified: timestampColumn('last_modified').notNull(),
}));

/** `refund_failed` and `dispute_reversed` bring money back. */
export const ENTRY_KINDS = ['charge', 'refund', 'refund_failed', 'dispute', 'dispute_reversed'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export const paymentEntries = pgTable('payment_entries', (t) => ({
  id: t.integer().primaryKey().generatedAlwaysAsIdentity(),
  paymentId: t.integer('payment_id').notNull(),
  kind: t.text().$type<EntryKind>().notNull(),
  /** In the currency of the payment; positive if the account gains it. */
  amountCents: t.integer('amount_cents').notNull(),
  sourceId: t.text('source_id').notNull(),
  time: timestampColumn('time').notNull(),
  balanceTransaction: t.text('balance_transaction').notNull(),
  settledCents: t.integer('settled_cents').notNull(),
  settledCurrency: t.text('settled_currency').notNull(),
  feeCents: t.integer('fee_cents').notNull(),
}));

export const paymentEvents = pgTable('payment_events', (t) => ({
  id: t.text().primaryKey(),
  type: t.text().notNull(),
  created: timestampColumn('created').notNull(),
  received: timestampColumn('received').notNull(),
  paymentId: t.integer('payment_id'),
}));

export const paymentEventReads = pgTable(
  'payment_event_reads',
  (t) => ({
    provider: t.text().$type<ProviderName>().notNull(),
    account: t.text().notNull(),
    readUntil: timestampColumn('read_until').notNull(),
  }),
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

export const failedPaymentEvents = pgTable('failed_payment_events', (t) => ({
  id: t.text().primaryKey(),
  type: t.text().notNull(),
  created: timestampColumn('created').notNull(),
  subject: t.jsonb().$type<v.InferOutput<typeof EventSubject>>().notNull(),
  attempts: t.integer().notNull().default(1),
  lastError: t.text('last_error').notNull(),
  failedAt: timestampColumn('failed_at').notNull(),
}));

export const paymentLocks = pgTable('payment_locks', (t) => ({
  name: t.text().primaryKey(),
  holder: t.uuid().notNull(),
  expires: timestampColumn('expires').notNull(),
}));
