import * as v from 'valibot';

/**
 * The objects of Stripe with the fields that the sandbox itself reads; an object retains its other fields. Names and
 * nesting are Stripe's own. Fields whose name starts with `sandbox_` are never returned.
 */
const base = { id: v.string(), created: v.number() };
const metadata = v.record(v.string(), v.string());
const money = { amount: v.number(), currency: v.string() };
const nullableText = v.optional(v.nullable(v.string()), null);
const object = <N extends string>(name: N) => ({ ...base, object: v.literal(name) });

const BillingDetails = v.looseObject({
  name: nullableText,
  email: nullableText,
  phone: nullableText,
  address: v.optional(v.looseObject({ country: nullableText }), {}),
});
export type BillingDetails = v.InferOutput<typeof BillingDetails>;

const Card = v.looseObject({
  brand: v.string(),
  last4: v.string(),
  exp_month: v.number(),
  exp_year: v.number(),
});

const Customer = v.looseObject({
  ...object('customer'),
  email: nullableText,
  name: nullableText,
  phone: nullableText,
  metadata,
  invoice_settings: v.looseObject({ default_payment_method: nullableText }),
});
export type Customer = v.InferOutput<typeof Customer>;

const PaymentMethod = v.looseObject({
  ...object('payment_method'),
  customer: nullableText,
  allow_redisplay: v.string(),
  billing_details: BillingDetails,
  card: Card,
  metadata,
  /** The result of a charge of this test card. Stripe derives it from the number, which is not stored here. */
  sandbox_outcome: v.string(),
});
export type PaymentMethod = v.InferOutput<typeof PaymentMethod>;

export type PaymentError = { type: 'card_error'; code: string; decline_code: string | null; message: string };

const intent = {
  /** A browser that knows the secret may read and confirm the intent. An intent of a checkout session has none here. */
  client_secret: nullableText,
  customer: nullableText,
  metadata,
  payment_method: nullableText,
  status: v.picklist([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'processing',
    'succeeded',
    'canceled',
  ]),
};
const FutureUsage = v.optional(v.nullable(v.picklist(['off_session', 'on_session'])), null);

const PaymentIntent = v.looseObject({
  ...object('payment_intent'),
  ...intent,
  ...money,
  description: nullableText,
  receipt_email: nullableText,
  setup_future_usage: FutureUsage,
  latest_charge: nullableText,
  last_payment_error: v.optional(v.nullable(v.looseObject({ message: v.string() })), null),
  /** The result of a delayed payment, and the Unix second from which it is known. */
  sandbox_becomes: v.optional(v.picklist(['succeeded', 'failed'])),
  sandbox_after: v.optional(v.number()),
});
export type PaymentIntent = v.InferOutput<typeof PaymentIntent>;

const SetupIntent = v.looseObject({ ...object('setup_intent'), ...intent });
export type SetupIntent = v.InferOutput<typeof SetupIntent>;

const Charge = v.looseObject({
  ...object('charge'),
  ...money,
  amount_refunded: v.number(),
  refunded: v.boolean(),
  description: nullableText,
  payment_intent: v.string(),
  payment_method: v.string(),
  payment_method_details: v.looseObject({ card: Card }),
  billing_details: BillingDetails,
  receipt_number: nullableText,
  receipt_url: nullableText,
});
export type Charge = v.InferOutput<typeof Charge>;

const BalanceTransaction = v.looseObject({ ...object('balance_transaction'), ...money, source: v.string() });
export type BalanceTransaction = v.InferOutput<typeof BalanceTransaction>;

const Refund = v.looseObject({
  ...object('refund'),
  ...money,
  charge: v.string(),
  payment_intent: v.string(),
  metadata,
  status: v.picklist(['pending', 'succeeded', 'failed']),
  /** The final status of a refund of this test card. */
  sandbox_becomes: v.optional(v.picklist(['succeeded', 'failed'])),
});
export type Refund = v.InferOutput<typeof Refund>;

const Dispute = v.looseObject({
  ...object('dispute'),
  ...money,
  charge: v.string(),
  payment_intent: v.string(),
  reason: v.string(),
  status: v.string(),
  is_charge_refundable: v.boolean(),
  metadata,
  evidence: v.record(v.string(), v.unknown()),
  evidence_details: v.looseObject({ submission_count: v.number() }),
  balance_transactions: v.array(v.unknown()),
});
export type Dispute = v.InferOutput<typeof Dispute>;

/** A suspicion of the bank, before any dispute. */
const EarlyFraudWarning = v.looseObject({
  ...object('radar.early_fraud_warning'),
  payment_intent: v.string(),
});

const TaxRate = v.looseObject({
  ...object('tax_rate'),
  active: v.boolean(),
  display_name: v.string(),
  inclusive: v.boolean(),
  metadata,
  percentage: v.number(),
});
export type TaxRate = v.InferOutput<typeof TaxRate>;

/** The tax on one line. `taxable` is the amount without the tax. */
const LineTax = v.object({
  rate: v.string(),
  name: v.string(),
  percentage: v.number(),
  inclusive: v.boolean(),
  amount: v.number(),
  taxable: v.number(),
});
const Line = v.object({
  description: v.string(),
  amount: v.number(),
  quantity: v.number(),
  tax: v.nullable(LineTax),
});
export type Line = v.InferOutput<typeof Line>;

const Invoice = v.looseObject({
  ...object('invoice'),
  number: v.string(),
  currency: v.string(),
  amount_paid: v.number(),
  customer: nullableText,
  customer_name: nullableText,
  customer_email: nullableText,
  custom_fields: v.array(v.object({ name: v.string(), value: v.string() })),
  hosted_invoice_url: v.string(),
  sandbox_lines: v.array(Line),
});
export type Invoice = v.InferOutput<typeof Invoice>;

const CheckoutSession = v.looseObject({
  ...object('checkout.session'),
  status: v.picklist(['open', 'complete', 'expired']),
  payment_status: v.picklist(['unpaid', 'paid']),
  amount_subtotal: v.number(),
  amount_total: v.number(),
  currency: v.string(),
  customer: nullableText,
  customer_email: nullableText,
  customer_creation: nullableText,
  metadata,
  payment_intent: nullableText,
  invoice: nullableText,
  invoice_creation: v.looseObject({ enabled: v.boolean() }),
  expires_at: v.number(),
  success_url: v.string(),
  cancel_url: nullableText,
  url: nullableText,
  sandbox_invoice_fields: Invoice.entries.custom_fields,
  sandbox_lines: v.array(Line),
  sandbox_payment: v.object({
    description: nullableText,
    metadata,
    receipt_email: nullableText,
    setup_future_usage: FutureUsage,
  }),
  /** Which saved cards the page offers. */
  sandbox_redisplay: v.array(v.string()),
});
export type CheckoutSession = v.InferOutput<typeof CheckoutSession>;

const WebhookEndpoint = v.looseObject({ ...object('webhook_endpoint'), metadata, status: v.string() });
export type WebhookEndpoint = v.InferOutput<typeof WebhookEndpoint>;

const StripeEvent = v.looseObject({ ...object('event'), type: v.string() });

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
