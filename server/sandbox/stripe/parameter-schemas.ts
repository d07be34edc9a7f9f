import * as v from 'valibot';

/**
 * The parameters that the sandbox reads, after the form encoding was parsed. It ignores the other ones that Stripe has.
 * In the form encoding an empty text means none.
 */
const text = v.pipe(
  v.string(),
  v.transform((given) => given || null),
);
const nullable = v.optional(text, '');
const changed = v.exactOptional(text);
const wholeNumber = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number));
/** Stripe takes amounts of at most eight digits. */
const amount = v.pipe(v.string(), v.regex(/^\d{1,8}$/), v.transform(Number));
const currency = v.pipe(v.string(), v.toLowerCase(), v.regex(/^[a-z]{3}$/));
const trueOrFalse = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((given) => given === 'true'),
);
const isTrue = v.optional(trueOrFalse, 'false');
const metadata = v.optional(
  v.union([v.literal(''), v.record(v.string(), v.pipe(v.string(), v.maxLength(500)))]),
  {},
);
const customer = { customer: nullable };
/** Besides true, Stripe takes `one_off` and `recurring`. */
const offSession = v.pipe(
  v.optional(v.string(), 'false'),
  v.transform((given) => given !== 'false'),
);
const futureUsage = v.optional(v.nullable(v.picklist(['off_session', 'on_session'])), null);
/** A list is an object with the keys 0, 1, 2. */
const list = <S extends v.GenericSchema>(item: S) =>
  v.pipe(
    v.record(v.string(), item),
    v.transform((items) => Object.values(items)),
  );

export const NoParameters = v.object({});

export const CustomerParameters = v.object({
  email: changed,
  name: changed,
  phone: changed,
  metadata,
  invoice_settings: v.exactOptional(v.object({ default_payment_method: changed })),
});

const AllowRedisplay = v.picklist(['always', 'limited', 'unspecified']);
const BillingParameters = v.object({
  name: changed,
  email: changed,
  phone: changed,
  address: v.optional(v.record(v.string(), text), {}),
});

export const PaymentMethodParameters = v.object({
  type: v.literal('card'),
  card: v.object({
    number: v.string(),
    exp_month: wholeNumber,
    exp_year: v.pipe(
      wholeNumber,
      v.transform((year) => (year < 100 ? year + 2000 : year)),
    ),
    cvc: v.optional(v.string(), ''),
  }),
  billing_details: v.optional(BillingParameters, {}),
  allow_redisplay: v.optional(AllowRedisplay, 'unspecified'),
  metadata,
});

export const PaymentMethodUpdateParameters = v.object({
  billing_details: v.optional(BillingParameters, {}),
  allow_redisplay: v.exactOptional(AllowRedisplay),
  card: v.optional(
    v.object({ exp_month: v.exactOptional(wholeNumber), exp_year: v.exactOptional(wholeNumber) }),
    {},
  ),
  metadata,
});

export const AttachParameters = v.object({ customer: v.string() });

const LineItem = v.object({
  quantity: v.optional(wholeNumber, '1'),
  /** Stripe calculates with several tax rates for a line. The sandbox calculates with the first. */
  tax_rates: v.exactOptional(v.object({ 0: v.string() })),
  price_data: v.object({
    currency,
    unit_amount: amount,
    product_data: v.object({ name: v.string() }),
  }),
});

export const SessionParameters = v.object({
  mode: v.literal('payment'),
  saved_payment_method_options: v.optional(
    v.object({ allow_redisplay_filters: v.optional(list(AllowRedisplay), { 0: 'always' }) }),
    {},
  ),
  success_url: v.string(),
  cancel_url: nullable,
  client_reference_id: nullable,
  ...customer,
  customer_email: nullable,
  customer_creation: v.optional(v.picklist(['always', 'if_required']), 'if_required'),
  metadata,
  line_items: v.pipe(list(LineItem), v.minLength(1)),
  payment_intent_data: v.optional(
    v.object({
      description: nullable,
      metadata,
      receipt_email: nullable,
      setup_future_usage: futureUsage,
    }),
    {},
  ),
  invoice_creation: v.optional(
    v.object({
      enabled: trueOrFalse,
      invoice_data: v.optional(
        v.object({
          custom_fields: v.optional(
            v.pipe(list(v.object({ name: v.string(), value: v.string() })), v.maxLength(4)),
            {},
          ),
        }),
        {},
      ),
    }),
    { enabled: 'false' },
  ),
});
export type SessionInput = v.InferOutput<typeof SessionParameters>;

export const RefundParameters = v.object({
  payment_intent: v.exactOptional(v.string()),
  charge: v.exactOptional(v.string()),
  amount: v.exactOptional(amount),
  reason: nullable,
  metadata,
});

export const MetadataParameters = v.object({ metadata });

export const DisputeParameters = v.object({
  evidence: v.optional(v.record(v.string(), v.unknown()), {}),
  submit: v.exactOptional(trueOrFalse),
  metadata,
});

const intent = {
  ...customer,
  payment_method: nullable,
  description: nullable,
  metadata,
  confirm: isTrue,
  use_stripe_sdk: isTrue,
  return_url: nullable,
};

export const PaymentIntentParameters = v.object({
  ...intent,
  amount,
  currency,
  receipt_email: nullable,
  off_session: offSession,
  setup_future_usage: futureUsage,
});

export const PaymentIntentUpdateParameters = v.object({
  amount: v.exactOptional(amount),
  description: changed,
  receipt_email: changed,
  metadata,
});

export const SetupIntentParameters = v.object({
  ...intent,
  usage: v.optional(v.picklist(['on_session', 'off_session']), 'off_session'),
});

export const ConfirmParameters = v.object({
  payment_method: nullable,
  off_session: offSession,
  use_stripe_sdk: isTrue,
  return_url: nullable,
});

export const CancelParameters = v.object({ cancellation_reason: nullable });

export const SearchParameters = v.object({ query: v.string(), limit: v.optional(wholeNumber, '10') });

const taxRate = { description: changed, tax_type: changed, metadata };
const displayName = v.pipe(v.string(), v.maxLength(50));

export const TaxRateParameters = v.object({
  ...taxRate,
  display_name: displayName,
  inclusive: trueOrFalse,
  /** Stripe accepts up to four decimal places. */
  percentage: v.pipe(v.string(), v.regex(/^\d{1,3}(\.\d{1,4})?$/), v.transform(Number), v.maxValue(100)),
  active: v.optional(trueOrFalse, 'true'),
});

export const TaxRateUpdateParameters = v.object({
  ...taxRate,
  display_name: v.exactOptional(displayName),
  active: v.exactOptional(trueOrFalse),
});

const url = v.pipe(v.string(), v.url());

export const WebhookEndpointParameters = v.object({
  url,
  enabled_events: list(v.string()),
  description: nullable,
  metadata,
});

export const WebhookEndpointUpdateParameters = v.object({
  url: v.exactOptional(url),
  enabled_events: v.exactOptional(list(v.string())),
  description: changed,
  disabled: v.exactOptional(trueOrFalse),
  metadata,
});
