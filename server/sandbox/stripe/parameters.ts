import * as v from 'valibot';
import type { FormObject } from './form-body.ts';
import { toList } from './form-body.ts';
import { invalidParameter, unknownParameter } from './stripe-error.ts';

/** The parameters of the calls that the sandbox supports, after the form encoding was parsed. */
const wholeNumber = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number));
const metadata = v.optional(v.record(v.string(), v.pipe(v.string(), v.maxLength(500))), {});
/** The metadata of an update. An empty text removes a key. */
const newMetadata = v.optional(v.record(v.string(), v.pipe(v.string(), v.maxLength(500))));
const nullable = v.optional(v.nullable(v.string()), null);

const AllowRedisplay = v.picklist(['always', 'limited', 'unspecified']);

const AddressParameters = v.strictObject({
  city: nullable,
  country: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/))), null),
  line1: nullable,
  line2: nullable,
  postal_code: nullable,
  state: nullable,
});
const BillingParameters = v.strictObject({
  name: nullable,
  email: nullable,
  phone: nullable,
  address: v.optional(AddressParameters, {}),
});

export const CustomerParameters = v.strictObject({
  email: v.optional(v.string()),
  name: v.optional(v.string()),
  phone: v.optional(v.pipe(v.string(), v.maxLength(20))),
  metadata: newMetadata,
  invoice_settings: v.optional(v.strictObject({ default_payment_method: v.optional(v.string()) })),
});

export const PaymentMethodParameters = v.strictObject({
  type: v.literal('card'),
  card: v.strictObject({
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

export const PaymentMethodUpdateParameters = v.strictObject({
  billing_details: v.optional(BillingParameters),
  allow_redisplay: v.optional(AllowRedisplay),
  card: v.optional(v.strictObject({ exp_month: v.optional(wholeNumber), exp_year: v.optional(wholeNumber) })),
  metadata: newMetadata,
});

export const AttachParameters = v.strictObject({ customer: v.string() });

/** Stripe accepts several tax rates for a line. This sandbox calculates with one. */
const OneTaxRate = v.pipe(
  v.strictObject({ 0: v.string() }),
  v.transform((rates) => rates[0]),
);

const LineItem = v.strictObject({
  quantity: v.optional(wholeNumber, '1'),
  tax_rates: v.optional(OneTaxRate),
  price_data: v.strictObject({
    currency: v.pipe(v.string(), v.regex(/^[a-z]{3}$/)),
    unit_amount: v.pipe(wholeNumber, v.minValue(1)),
    product_data: v.strictObject({ name: v.string() }),
  }),
});

/** Stripe accepts at most four fields. In the form encoding a list is an object with the keys 0, 1, 2. */
const InvoiceFields = v.optional(
  v.pipe(
    v.record(
      v.picklist(['0', '1', '2', '3']),
      v.strictObject({
        name: v.pipe(v.string(), v.maxLength(40)),
        value: v.pipe(v.string(), v.maxLength(140)),
      }),
    ),
    v.transform((fields) => Object.values(fields)),
  ),
  {},
);

export const SessionParameters = v.strictObject({
  mode: v.literal('payment'),
  saved_payment_method_options: v.optional(
    v.strictObject({ allow_redisplay_filters: v.optional(v.record(v.string(), AllowRedisplay)) }),
  ),
  success_url: v.string(),
  cancel_url: nullable,
  client_reference_id: nullable,
  customer: nullable,
  customer_email: nullable,
  customer_creation: v.optional(v.picklist(['always', 'if_required']), 'if_required'),
  metadata,
  line_items: v.record(v.string(), LineItem),
  payment_intent_data: v.optional(
    v.strictObject({ description: nullable, metadata, receipt_email: nullable }),
    {},
  ),
  invoice_creation: v.optional(
    v.strictObject({
      enabled: v.string(),
      invoice_data: v.optional(v.strictObject({ metadata, custom_fields: InvoiceFields }), {}),
    }),
  ),
});

export const RefundParameters = v.strictObject({
  payment_intent: v.string(),
  amount: v.optional(wholeNumber),
  reason: nullable,
  metadata,
});

export const RefundUpdateParameters = v.strictObject({ metadata: newMetadata });

export const DisputeParameters = v.strictObject({
  evidence: v.strictObject({ uncategorized_text: v.optional(v.string(), '') }),
});

const trueOrFalse = v.pipe(
  v.picklist(['true', 'false']),
  v.transform((text) => text === 'true'),
);
const isTrue = v.optional(trueOrFalse, 'false');

/** This sandbox has only cards. */
const CardOnly = v.optional(v.record(v.string(), v.literal('card')), { 0: 'card' });

export const PaymentIntentParameters = v.strictObject({
  amount: v.pipe(wholeNumber, v.minValue(1)),
  currency: v.pipe(v.string(), v.regex(/^[a-z]{3}$/)),
  customer: nullable,
  payment_method: nullable,
  allowed_payment_method_types: CardOnly,
  description: nullable,
  receipt_email: nullable,
  metadata,
  confirm: isTrue,
  use_stripe_sdk: isTrue,
  return_url: nullable,
});

export const SetupIntentParameters = v.strictObject({
  customer: nullable,
  payment_method: nullable,
  allowed_payment_method_types: CardOnly,
  usage: v.optional(v.picklist(['on_session', 'off_session']), 'off_session'),
  description: nullable,
  metadata,
  confirm: isTrue,
  use_stripe_sdk: isTrue,
  return_url: nullable,
});

export const ConfirmParameters = v.strictObject({
  payment_method: nullable,
  use_stripe_sdk: isTrue,
  return_url: nullable,
});

export const CancelParameters = v.strictObject({ cancellation_reason: nullable });

const ListParameters = v.strictObject({
  limit: v.optional(v.pipe(wholeNumber, v.minValue(1), v.maxValue(100)), '10'),
  starting_after: v.optional(v.string()),
  ending_before: v.optional(v.string()),
  customer: v.optional(v.string()),
  payment_intent: v.optional(v.string()),
  status: v.optional(v.string()),
  type: v.optional(v.string()),
});

/** A call that can be paged, but has so few results that the sandbox returns all of them. */
export const ListParametersOnly = v.strictObject({
  limit: v.optional(v.string()),
  starting_after: v.optional(v.string()),
});

export const SearchParameters = v.strictObject({
  query: v.pipe(v.string(), v.minLength(1)),
  limit: v.optional(v.string()),
  page: v.optional(v.string()),
});

export const WebhookEndpointParameters = v.strictObject({
  url: v.string(),
  enabled_events: v.record(v.string(), v.string()),
  description: nullable,
  metadata,
});

export const TaxRateParameters = v.strictObject({
  display_name: v.pipe(v.string(), v.maxLength(50)),
  inclusive: trueOrFalse,
  /** Stripe accepts up to four decimal places. */
  percentage: v.pipe(v.string(), v.regex(/^\d{1,3}(\.\d{1,4})?$/), v.transform(Number), v.maxValue(100)),
  active: v.optional(trueOrFalse, 'true'),
  country: nullable,
  description: nullable,
  jurisdiction: nullable,
  state: nullable,
  tax_type: nullable,
  metadata,
});

export const TaxRateUpdateParameters = v.strictObject({
  display_name: v.optional(v.pipe(v.string(), v.maxLength(50))),
  active: v.optional(trueOrFalse),
  country: v.optional(v.string()),
  description: v.optional(v.string()),
  jurisdiction: v.optional(v.string()),
  state: v.optional(v.string()),
  tax_type: v.optional(v.string()),
  metadata: newMetadata,
});

/** The filters of tax rates, which no other list has. */
export const TaxRateFilter = v.strictObject({
  active: v.optional(trueOrFalse),
  inclusive: v.optional(trueOrFalse),
});

export const WebhookEndpointUpdateParameters = v.strictObject({
  url: v.optional(v.string()),
  enabled_events: v.optional(v.record(v.string(), v.string())),
  description: v.optional(v.string()),
  disabled: v.optional(trueOrFalse),
  metadata: newMetadata,
});

export const PaymentIntentUpdateParameters = v.strictObject({
  amount: v.optional(v.pipe(wholeNumber, v.minValue(1))),
  description: v.optional(v.string()),
  receipt_email: v.optional(v.string()),
  metadata: newMetadata,
});

const UnixSeconds = v.pipe(v.string(), v.regex(/^\d{1,12}$/), v.transform(Number));

/**
 * Parses parameters as strictly as Stripe: it throws a 400 that names the first invalid or unknown one. `expand` is
 * parsed elsewhere and allowed in every call.
 */
export function parseParameters<S extends v.GenericSchema>(schema: S, form: FormObject): v.InferOutput<S> {
  const { expand: _expand, ...parameters } = form;
  const result = v.safeParse(schema, parameters);
  if (result.success) return result.output;
  const [issue] = result.issues;
  // Stripe names a nested parameter as the form encoding does: `line_items[0][quantity]`.
  const [first = '', ...nested] = (issue.path ?? []).map(({ key }) => String(key));
  const path = first + nested.map((key) => `[${key}]`).join('');
  const isUnknown = issue.type === 'strict_object' && issue.expected === 'never';
  throw isUnknown ? unknownParameter(path) : invalidParameter(`Invalid or missing parameter: ${path}`, path);
}

/** For calls that have no parameters besides `expand`. */
export function requireNoParameters(form: FormObject): void {
  parseParameters(v.strictObject({}), form);
}

export function parseListParameters(form: FormObject) {
  const { created, types: _types, ...rest } = form;
  const page = parseParameters(ListParameters, rest);
  const from = typeof created === 'object' ? created.gte : undefined;
  const types = toList(form.types).filter((type) => typeof type === 'string');
  return {
    limit: page.limit,
    ...(page.starting_after === undefined ? {} : { startingAfter: page.starting_after }),
    ...(page.ending_before === undefined ? {} : { endingBefore: page.ending_before }),
    ...(page.customer === undefined ? {} : { customer: page.customer }),
    ...(page.payment_intent === undefined ? {} : { paymentIntent: page.payment_intent }),
    ...(page.status === undefined ? {} : { status: page.status }),
    ...(from === undefined
      ? {}
      : {
          createdFrom: parseParameters(v.strictObject({ created: UnixSeconds }), { created: from }).created,
        }),
    ...(types.length > 0 ? { types } : page.type === undefined ? {} : { types: [page.type] }),
  };
}
