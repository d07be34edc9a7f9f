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
  tax_id: nullableText,
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

export const Customer = v.object({
  ...base,
  object: v.literal('customer'),
  email: v.nullable(v.string()),
  name: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  metadata,
  invoice_settings: v.object({ default_payment_method: v.nullable(v.string()) }),
});
export type Customer = v.InferOutput<typeof Customer>;

export const PaymentMethod = v.object({
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
  payment_method_types: v.optional(v.array(v.string()), ['card']),
  cancellation_reason: nullableText,
};

export const PaymentIntent = v.object({
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
  latest_charge: v.nullable(v.string()),
  last_payment_error: v.nullable(v.object({ ...PaymentError.entries, payment_method: PaymentMethod })),
});
export type PaymentIntent = v.InferOutput<typeof PaymentIntent>;

export const SetupIntent = v.object({
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

export const Charge = v.object({
  ...base,
  object: v.literal('charge'),
  amount: v.number(),
  amount_refunded: v.number(),
  refunded: v.boolean(),
  disputed: v.optional(v.boolean(), false),
  currency: v.string(),
  customer: v.nullable(v.string()),
  description: v.nullable(v.string()),
  metadata,
  paid: v.boolean(),
  status: v.picklist(['succeeded', 'failed']),
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

export const BalanceTransaction = v.object({
  id: v.string(),
  object: v.literal('balance_transaction'),
  created: v.number(),
  available_on: v.number(),
  amount: v.number(),
  currency: v.string(),
  description: v.nullable(v.string()),
  exchange_rate: v.null(),
  fee: v.number(),
  fee_details: v.array(
    v.object({
      amount: v.number(),
      application: v.null(),
      currency: v.string(),
      description: v.string(),
      type: v.string(),
    }),
  ),
  net: v.number(),
  reporting_category: v.string(),
  source: v.string(),
  status: v.string(),
  type: v.picklist(['charge', 'refund', 'refund_failure', 'adjustment']),
});
export type BalanceTransaction = v.InferOutput<typeof BalanceTransaction>;

export const Refund = v.object({
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

export const Dispute = v.object({
  ...base,
  object: v.literal('dispute'),
  amount: v.number(),
  currency: v.string(),
  charge: v.string(),
  payment_intent: v.string(),
  reason: v.string(),
  status: v.picklist(['warning_needs_response', 'needs_response', 'under_review', 'won', 'lost']),
  is_charge_refundable: v.boolean(),
  metadata,
  balance_transactions: v.optional(v.array(BalanceTransaction), []),
});
export type Dispute = v.InferOutput<typeof Dispute>;

const CustomerDetails = v.object({
  address: v.optional(v.nullable(Address), null),
  business_name: nullableText,
  email: v.nullable(v.string()),
  individual_name: nullableText,
  name: v.nullable(v.string()),
  phone: v.nullable(v.string()),
  tax_exempt: v.optional(v.literal('none'), 'none'),
});

export const CheckoutSession = v.object({
  ...base,
  object: v.literal('checkout.session'),
  mode: v.literal('payment'),
  status: v.picklist(['open', 'complete', 'expired']),
  payment_status: v.picklist(['unpaid', 'paid']),
  amount_subtotal: v.number(),
  amount_total: v.number(),
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
  }),
  /** Which saved cards the page offers. */
  sandbox_redisplay: v.optional(v.array(v.string()), ['always']),
});
export type CheckoutSession = v.InferOutput<typeof CheckoutSession>;

export const WebhookEndpoint = v.object({
  ...base,
  object: v.literal('webhook_endpoint'),
  api_version: v.null(),
  application: v.null(),
  description: v.nullable(v.string()),
  enabled_events: v.array(v.string()),
  metadata,
  status: v.picklist(['enabled', 'disabled']),
  url: v.string(),
});
export type WebhookEndpoint = v.InferOutput<typeof WebhookEndpoint>;

export const StripeEvent = v.object({
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
};
export type ObjectName = keyof typeof OBJECT_SCHEMAS;
export type AnyObject = v.InferOutput<(typeof OBJECT_SCHEMAS)[ObjectName]>;
