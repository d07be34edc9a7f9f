import type Stripe from 'stripe';
import * as v from 'valibot';
import type {
  Charge,
  CheckoutSession,
  Customer,
  Invoice,
  PaymentIntent,
  PaymentMethod,
  Refund,
  SetupIntent,
} from './object-schemas.ts';

/** The fields that Stripe's answers have in addition to the stored ones. */
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

const PAYMENT_METHOD: Rest<Stripe.PaymentMethod, PaymentMethod> = { customer_account: null };

function chargeRest({ amount, paid }: Pick<Charge, 'amount' | 'paid'>): Rest<Stripe.Charge, Charge> {
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

function sessionRest(): Rest<Stripe.Checkout.Session, CheckoutSession> {
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
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    wallet_options: null,
  };
}

function invoiceRest({ created, total }: Pick<Invoice, 'created' | 'total'>): Rest<Stripe.Invoice, Invoice> {
  return {
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
    subtotal: total,
    subtotal_excluding_tax: null,
    test_clock: null,
    total_discount_amounts: [],
    total_excluding_tax: null,
    total_pretax_credit_amounts: [],
    total_taxes: null,
    webhooks_delivered_at: null,
  };
}

/**
 * Adds the fields that Stripe's answers always have, and removes those of the sandbox itself, also in nested objects
 * and lists.
 */
export function completeAnswer(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(completeAnswer);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value)
    .filter(([key]) => !key.startsWith('sandbox_'))
    .map(([key, field]) => [key, completeAnswer(field)]);
  return { ...restOf(value), ...Object.fromEntries(fields) };
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
      return CUSTOMER;
    case 'payment_method':
      return PAYMENT_METHOD;
    case 'charge':
      return v.is(v.object({ amount: v.number(), paid: v.boolean() }), value) ? chargeRest(value) : {};
    case 'checkout.session':
      return sessionRest();
    case 'invoice':
      return v.is(v.object({ created: v.number(), total: v.number() }), value) ? invoiceRest(value) : {};
    default:
      return {};
  }
}
