import { stripeTypes } from './stripe-types.ts';

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
