import * as v from 'valibot';
import { Invoice, InvoiceField, Line, TaxRate } from './invoice-schemas.ts';
import { base, metadata, nullableText } from './schema-fields.ts';

/** The objects of Stripe with the fields that this product reads. Names and nesting are Stripe's own. */

const Address = v.object({
  city: nullableText,
  country: nullableText,
  line1: nullableText,
  line2: nullableText,
  postal_code: nullableText,
  state: nullableText,
});

const BillingDetails = v.object({
  name: v.nullable(v.string()),
  email: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  address: v.optional(Address, {}),
});
export type BillingDetails = v.InferOutput<typeof BillingDetails>;

const Card = v.object({
  brand: v.string(),
  last4: v.string(),
  exp_month: v.number(),
  exp_year: v.number(),
  country: v.string(),
  funding: v.string(),
});

const Customer = v.object({
  ...base,
  object: v.literal('customer'),
  email: v.nullable(v.string()),
  name: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  metadata,
  invoice_settings: v.object({ default_payment_method: v.nullable(v.string()) }),
});
export type Customer = v.InferOutput<typeof Customer>;

const PaymentMethod = v.object({
  ...base,
  object: v.literal('payment_method'),
  type: v.literal('card'),
  customer: v.nullable(v.string()),
  allow_redisplay: v.optional(v.picklist(['always', 'limited', 'unspecified']), 'unspecified'),
  billing_details: BillingDetails,
  card: Card,
  metadata,
  /** The result of a charge of this test card. Stripe derives it from the number, which is not stored here. */
  sandbox_outcome: v.string(),
});
export type PaymentMethod = v.InferOutput<typeof PaymentMethod>;

const PaymentError = v.object({
  type: v.literal('card_error'),
  code: v.string(),
  decline_code: v.nullable(v.string()),
  message: v.string(),
});
export type PaymentError = v.InferOutput<typeof PaymentError>;

/** What the customer must do next: Stripe.js shows the page of the bank in a frame. */
const NextAction = v.object({
  type: v.literal('use_stripe_sdk'),
  use_stripe_sdk: v.object({ type: v.literal('three_d_secure_redirect'), stripe_js: v.string() }),
});

const intentFields = {
  /** A browser that knows the secret may read and confirm the intent. An intent of a checkout session has none here. */
  client_secret: nullableText,
  next_action: v.optional(v.nullable(NextAction), null),
  customer: v.nullable(v.string()),
  description: v.nullable(v.string()),
  metadata,
  payment_method: v.nullable(v.string()),
  cancellation_reason: nullableText,
};

const FutureUsage = v.optional(v.nullable(v.picklist(['off_session', 'on_session'])), null);

const PaymentIntent = v.object({
  ...base,
  ...intentFields,
  object: v.literal('payment_intent'),
  amount: v.number(),
  amount_received: v.number(),
  currency: v.string(),
  receipt_email: nullableText,
  status: v.picklist([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'processing',
    'succeeded',
    'canceled',
  ]),
  setup_future_usage: FutureUsage,
  latest_charge: v.nullable(v.string()),
  last_payment_error: v.nullable(v.object({ ...PaymentError.entries, payment_method: PaymentMethod })),
  /** The result of a delayed payment, and the Unix second from which it is known. */
  sandbox_becomes: v.optional(v.picklist(['succeeded', 'failed'])),
  sandbox_after: v.optional(v.number()),
});
export type PaymentIntent = v.InferOutput<typeof PaymentIntent>;

const SetupIntent = v.object({
  ...base,
  ...intentFields,
  object: v.literal('setup_intent'),
  usage: v.picklist(['on_session', 'off_session']),
  status: v.picklist([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'succeeded',
    'canceled',
  ]),
  last_setup_error: v.nullable(v.object({ ...PaymentError.entries, payment_method: PaymentMethod })),
});
export type SetupIntent = v.InferOutput<typeof SetupIntent>;

const Charge = v.object({
  ...base,
  object: v.literal('charge'),
  amount: v.number(),
  amount_captured: v.optional(v.number(), 0),
  amount_refunded: v.number(),
  captured: v.optional(v.boolean(), true),
  refunded: v.boolean(),
  disputed: v.optional(v.boolean(), false),
  currency: v.string(),
  customer: v.nullable(v.string()),
  description: v.nullable(v.string()),
  metadata,
  paid: v.boolean(),
  status: v.picklist(['pending', 'succeeded', 'failed']),
  failure_code: v.nullable(v.string()),
  failure_message: v.nullable(v.string()),
  payment_intent: v.string(),
  payment_method: v.string(),
  payment_method_details: v.object({ type: v.literal('card'), card: Card }),
  billing_details: BillingDetails,
  receipt_email: nullableText,
  receipt_number: v.nullable(v.string()),
  receipt_url: v.nullable(v.string()),
  balance_transaction: nullableText,
});
export type Charge = v.InferOutput<typeof Charge>;

const BalanceTransaction = v.object({
  id: v.string(),
  object: v.literal('balance_transaction'),
  created: v.number(),
  available_on: v.number(),
  amount: v.number(),
  currency: v.string(),
  fee: v.number(),
  fee_details: v.array(
    v.object({ amount: v.number(), currency: v.string(), description: v.string(), type: v.string() }),
  ),
  net: v.number(),
  reporting_category: v.string(),
  source: v.string(),
  status: v.string(),
  type: v.picklist(['charge', 'refund', 'refund_failure', 'adjustment']),
});
export type BalanceTransaction = v.InferOutput<typeof BalanceTransaction>;

const Refund = v.object({
  id: v.string(),
  created: v.number(),
  object: v.literal('refund'),
  amount: v.number(),
  currency: v.string(),
  charge: v.string(),
  payment_intent: v.string(),
  reason: v.nullable(v.string()),
  metadata,
  status: v.picklist(['pending', 'succeeded', 'failed']),
  failure_reason: v.optional(v.string()),
  balance_transaction: nullableText,
  failure_balance_transaction: v.optional(v.string()),
  /** The final status of a refund of this test card. */
  sandbox_becomes: v.optional(v.picklist(['succeeded', 'failed'])),
});
export type Refund = v.InferOutput<typeof Refund>;

const Dispute = v.object({
  ...base,
  object: v.literal('dispute'),
  amount: v.number(),
  currency: v.string(),
  charge: v.string(),
  payment_intent: v.string(),
  reason: v.string(),
  status: v.picklist([
    'warning_needs_response',
    'warning_under_review',
    'warning_closed',
    'needs_response',
    'under_review',
    'won',
    'lost',
  ]),
  is_charge_refundable: v.boolean(),
  metadata,
  evidence: v.optional(v.record(v.string(), v.unknown()), {}),
  evidence_details: v.optional(
    v.object({
      due_by: v.nullable(v.number()),
      has_evidence: v.boolean(),
      submission_count: v.number(),
      submission_method: v.picklist(['manual', 'not_submitted']),
    }),
    { due_by: null, has_evidence: false, submission_count: 0, submission_method: 'not_submitted' },
  ),
  balance_transactions: v.optional(v.array(BalanceTransaction), []),
});
export type Dispute = v.InferOutput<typeof Dispute>;

/** A suspicion of the bank, before any dispute. */
const EarlyFraudWarning = v.object({
  ...base,
  object: v.literal('radar.early_fraud_warning'),
  actionable: v.boolean(),
  charge: v.string(),
  fraud_type: v.string(),
  payment_intent: v.string(),
});
export type EarlyFraudWarning = v.InferOutput<typeof EarlyFraudWarning>;

const CustomerDetails = v.object({
  address: v.optional(v.nullable(Address), null),
  email: v.nullable(v.string()),
  name: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  tax_exempt: v.optional(v.literal('none'), 'none'),
});

const CheckoutSession = v.object({
  ...base,
  object: v.literal('checkout.session'),
  mode: v.literal('payment'),
  status: v.picklist(['open', 'complete', 'expired']),
  payment_status: v.picklist(['unpaid', 'paid']),
  amount_subtotal: v.number(),
  amount_total: v.number(),
  total_details: v.optional(v.object({ amount_tax: v.number() }), { amount_tax: 0 }),
  currency: v.string(),
  client_reference_id: v.nullable(v.string()),
  customer: v.nullable(v.string()),
  customer_email: v.nullable(v.string()),
  customer_creation: v.optional(v.nullable(v.picklist(['always', 'if_required'])), null),
  customer_details: v.nullable(CustomerDetails),
  metadata,
  payment_intent: v.nullable(v.string()),
  invoice: v.nullable(v.string()),
  invoice_creation: v.object({ enabled: v.boolean() }),
  expires_at: v.number(),
  success_url: v.string(),
  cancel_url: v.nullable(v.string()),
  url: v.nullable(v.string()),
  sandbox_invoice_fields: v.optional(v.array(InvoiceField), []),
  sandbox_lines: v.array(Line),
  sandbox_payment: v.object({
    description: v.nullable(v.string()),
    metadata,
    receipt_email: nullableText,
    setup_future_usage: FutureUsage,
  }),
  /** Which saved cards the page offers. */
  sandbox_redisplay: v.optional(v.array(v.string()), ['always']),
});
export type CheckoutSession = v.InferOutput<typeof CheckoutSession>;

const WebhookEndpoint = v.object({
  ...base,
  object: v.literal('webhook_endpoint'),
  description: v.nullable(v.string()),
  enabled_events: v.array(v.string()),
  metadata,
  status: v.picklist(['enabled', 'disabled']),
  url: v.string(),
});
export type WebhookEndpoint = v.InferOutput<typeof WebhookEndpoint>;

const StripeEvent = v.object({
  ...base,
  object: v.literal('event'),
  api_version: v.string(),
  type: v.string(),
  data: v.object({ object: v.unknown() }),
  pending_webhooks: v.number(),
  request: v.object({ id: v.null(), idempotency_key: v.null() }),
});
export type StripeEvent = v.InferOutput<typeof StripeEvent>;

export const OBJECT_SCHEMAS = {
  customer: Customer,
  payment_method: PaymentMethod,
  payment_intent: PaymentIntent,
  setup_intent: SetupIntent,
  charge: Charge,
  refund: Refund,
  dispute: Dispute,
  invoice: Invoice,
  'checkout.session': CheckoutSession,
  event: StripeEvent,
  balance_transaction: BalanceTransaction,
  webhook_endpoint: WebhookEndpoint,
  tax_rate: TaxRate,
  'radar.early_fraud_warning': EarlyFraudWarning,
};
export type ObjectName = keyof typeof OBJECT_SCHEMAS;
export type AnyObject = v.InferOutput<(typeof OBJECT_SCHEMAS)[ObjectName]>;
