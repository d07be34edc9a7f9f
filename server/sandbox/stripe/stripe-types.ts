import * as v from 'valibot';
import { readAsset } from '../pages.ts';

/** `''` is a text or a number, `Name` is a nested type, `[]Name` is a list, and `*` has arbitrary fields. */
const ParameterTypes = v.record(v.string(), v.record(v.string(), v.string()));
/** `value` is what a required field has if the sandbox sets none. `type` is the type of a nested object or item. */
const ResponseTypes = v.record(
  v.string(),
  v.record(v.string(), v.object({ value: v.exactOptional(v.unknown()), type: v.exactOptional(v.string()) })),
);
const StripeTypes = v.object({
  /** The type of the parameters of each call, such as `POST /v1/customers/:id`. */
  calls: v.record(v.string(), v.string()),
  /** The type of each object, by the value of its field `object`. */
  objects: v.record(v.string(), v.string()),
  parameters: ParameterTypes,
  responses: ResponseTypes,
});
export type ParameterTypes = v.InferOutput<typeof ParameterTypes>;
export type ResponseTypes = v.InferOutput<typeof ResponseTypes>;
export type StripeTypes = v.InferOutput<typeof StripeTypes>;

let types: StripeTypes | undefined;

/** Returns the parameters and fields of the installed SDK, which `npm run stripe:types` reads from its types. */
export function stripeTypes(): StripeTypes {
  types ??= v.parse(StripeTypes, JSON.parse(readAsset('stripe-types.generated.json')));
  return types;
}

/** Required fields whose first possible value would be wrong for this sandbox. */
const VALUES: Record<string, object> = {
  Account: { charges_enabled: true, details_submitted: true },
  Customer: { tax_exempt: 'none' },
  'Checkout.Session': { payment_method_types: ['card'], ui_mode: 'hosted_page' },
  Invoice: { attempted: true, collection_method: 'charge_automatically', customer_tax_exempt: 'none' },
  PaymentIntent: { capture_method: 'automatic_async', payment_method_types: ['card'] },
  SetupIntent: { payment_method_types: ['card'] },
};

/** Adds the fields that the types of the SDK require, also in nested objects and lists. What an object has stays. */
export function completeObject(value: object): object {
  return complete(value, '');
}

function complete<T>(value: T, type: string): T | object {
  if (Array.isArray(value)) return value.map((item) => complete(item, type));
  if (typeof value !== 'object' || value === null) return value;
  const { objects, responses } = stripeTypes();
  const ownType = 'object' in value && typeof value.object === 'string' ? objects[value.object] : undefined;
  const name = ownType ?? type;
  const fields = responses[name] ?? {};
  const completed = new Map<string, unknown>();
  for (const [key, field] of Object.entries({ ...VALUES[name], ...value })) {
    if (field === undefined) continue;
    // The keys of metadata are the caller's and have no meaning here.
    completed.set(key, key === 'metadata' ? field : complete(field, fields[key]?.type ?? ''));
  }
  for (const [key, field] of Object.entries(fields)) {
    if (!completed.has(key) && 'value' in field) completed.set(key, complete(field.value, field.type ?? ''));
  }
  return Object.fromEntries(completed);
}

/** Returns the JSON of a response or an event, without what only the sandbox knows. */
export function serializeObject(value: unknown): string {
  return JSON.stringify(value, (key, field) => (key.startsWith('sandbox_') ? undefined : field));
}
