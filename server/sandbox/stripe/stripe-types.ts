import * as v from 'valibot';
import { readAsset } from '../read-asset.ts';

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
