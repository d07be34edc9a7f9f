import type Stripe from 'stripe';
import * as v from 'valibot';
import { disputeFields } from './dispute-fields.ts';
import { Invoice, type Line } from './invoice-schemas.ts';
import {
  addMissing,
  CHARGE_NESTED,
  CUSTOMER_NESTED,
  PAYMENT_METHOD_NESTED,
  sessionNested,
} from './nested-fields.ts';
import {
  type BalanceTransaction,
  Charge,
  CheckoutSession,
  type Customer,
  Dispute,
  type PaymentIntent,
  type PaymentMethod,
  type Refund,
  type SetupIntent,
} from './object-schemas.ts';
import { invoiceTaxes, sumLines } from './tax-rates.ts';

/** The fields that Stripe's responses have in addition to the stored ones. */
type Rest<Theirs, Ours> = Omit<Theirs, keyof Ours | 'lastResponse'>;

const PAYMENT_INTENT: Rest<Stripe.PaymentIntent, PaymentIntent> = {
  allowed_payment_method_types: ['card'],
  amount_capturable: 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  capture_method: 'automatic_async',
  confirmation_method: 'automatic',
  customer_account: null,
  excluded_payment_method_types: null,
  managed_payments: null,
  on_behalf_of: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_record: null,
  processing: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_group: null,
};

const SETUP_INTENT: Rest<Stripe.SetupIntent, SetupIntent> = {
  allowed_payment_method_types: ['card'],
  application: null,
  automatic_payment_methods: null,
  excluded_payment_method_types: null,
  latest_attempt: null,
  mandate: null,
  on_behalf_of: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  single_use_mandate: null,
};

const REFUND: Rest<Stripe.Refund, Refund> = {
  customer: null,
  customer_account: null,
  payment_method: null,
  receipt_number: null,
  source_transfer_reversal: null,
  transfer_reversal: null,
};

const CUSTOMER: Rest<Stripe.Customer, Customer> = {
  balance: 0,
  default_source: null,
  description: null,
  shipping: null,
};

const BALANCE_TRANSACTION: Rest<Stripe.BalanceTransaction, BalanceTransaction> = {
  balance_type: 'payments',
};

const PAYMENT_METHOD: Rest<Stripe.PaymentMethod, PaymentMethod> = { customer_account: null };

const ChargeBase = v.pick(Charge, ['amount', 'paid']);

function chargeRest({ amount, paid }: v.InferOutput<typeof ChargeBase>): Rest<Stripe.Charge, Charge> {
  return {
    amount_captured: paid ? amount : 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    calculated_statement_descriptor: null,
    captured: paid,
    failure_balance_transaction: null,
    fraud_details: null,
    on_behalf_of: null,
    outcome: null,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    transfer_data: null,
    transfer_group: null,
  };
}

const DisputeBase = v.pick(Dispute, ['created', 'status']);
const SessionBase = v.pick(CheckoutSession, ['metadata', 'sandbox_lines', 'sandbox_invoice_fields']);

function sessionRest({
  sandbox_lines,
}: v.InferOutput<typeof SessionBase>): Rest<Stripe.Checkout.Session, CheckoutSession> {
  return {
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer_account: null,
    discounts: null,
    integration_identifier: null,
    locale: null,
    managed_payments: null,
    origin_context: null,
    payment_link: null,
    payment_method_collection: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    submit_type: null,
    subscription: null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: sumLines(sandbox_lines).tax },
    ui_mode: 'hosted_page',
    wallet_options: null,
  };
}

const InvoiceBase = v.pick(Invoice, ['id', 'created', 'currency', 'total', 'sandbox_lines']);

function invoiceRest({
  id,
  created,
  currency,
  total,
  sandbox_lines,
}: v.InferOutput<typeof InvoiceBase>): Rest<Stripe.Invoice, Invoice> {
  const taxes = sandbox_lines.flatMap(invoiceTaxes);
  const totalExcludingTax = total - sumLines(sandbox_lines).tax;
  return {
    lines: {
      object: 'list',
      url: `/v1/invoices/${id}/lines`,
      has_more: false,
      data: sandbox_lines.map((line, index) => invoiceLine(line, { id, created, currency, index })),
    },
    account_country: 'IE',
    account_name: null,
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_remaining: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: 'manual',
    collection_method: 'charge_automatically',
    customer_account: null,
    customer_address: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: created,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    next_payment_attempt: null,
    on_behalf_of: null,
    parent: null,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: created,
    period_start: created,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status_transitions: {
      finalized_at: created,
      marked_uncollectible_at: null,
      paid_at: created,
      voided_at: null,
    },
    subtotal_excluding_tax: totalExcludingTax,
    test_clock: null,
    total_discount_amounts: [],
    total_excluding_tax: totalExcludingTax,
    total_pretax_credit_amounts: [],
    total_taxes: taxes,
    webhooks_delivered_at: null,
  };
}

type LineContext = { id: string; created: number; currency: string; index: number };

function invoiceLine(
  line: Line,
  { id, created, currency, index }: LineContext,
): Omit<Stripe.InvoiceLineItem, 'lastResponse'> {
  const amount = line.amount * line.quantity;
  return {
    id: `il_${index}_${id.slice(-16)}`,
    object: 'line_item',
    amount,
    currency,
    description: line.description,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: id,
    livemode: false,
    metadata: {},
    parent: null,
    period: { start: created, end: created },
    pretax_credit_amounts: [],
    pricing: null,
    quantity: line.quantity,
    quantity_decimal: null,
    subscription: null,
    subtotal: amount,
    taxes: invoiceTaxes(line),
  };
}

/**
 * Adds the fields that Stripe's responses always have, and removes those of the sandbox itself, also in nested objects
 * and lists.
 */
export function completeResponse(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(completeResponse);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value)
    .filter(([key]) => !key.startsWith('sandbox_'))
    .map(([key, field]) => [key, completeResponse(field)]);
  return addMissing(restOf(value), Object.fromEntries(fields));
}

function restOf(value: object): object {
  switch ('object' in value ? value.object : undefined) {
    case 'payment_intent':
      return PAYMENT_INTENT;
    case 'setup_intent':
      return SETUP_INTENT;
    case 'refund':
      return REFUND;
    case 'customer':
      return { ...CUSTOMER, ...CUSTOMER_NESTED };
    case 'payment_method':
      return { ...PAYMENT_METHOD, ...PAYMENT_METHOD_NESTED };
    case 'charge':
      return completed(ChargeBase, value, (charge) => ({ ...chargeRest(charge), ...CHARGE_NESTED }));
    case 'checkout.session':
      return completed(SessionBase, value, (session) => ({
        ...sessionRest(session),
        ...sessionNested(session.metadata, session.sandbox_invoice_fields),
      }));
    case 'dispute':
      return completed(DisputeBase, value, disputeFields);
    case 'balance_transaction':
      return BALANCE_TRANSACTION;
    case 'invoice':
      return completed(InvoiceBase, value, invoiceRest);
    default:
      return {};
  }
}

/** The object may contain expanded objects, so only the fields that `rest` needs are parsed. */
function completed<S extends v.GenericSchema>(
  schema: S,
  value: object,
  rest: (base: v.InferOutput<S>) => object,
): object {
  const base = v.safeParse(schema, value);
  return base.success ? rest(base.output) : {};
}
