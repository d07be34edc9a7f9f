import * as v from 'valibot';

/** An entry of another form has no message, and hides no other one. */
const FieldError = v.fallback(v.object({ path: v.string(), message: v.string() }), { path: '', message: '' });

/**
 * RFC 9457 problem JSON as this product uses it: `title` is an error code; each of `errors` names a path of the body. Web
 * frameworks write null, or values of their own, into the other fields, which must not hide the code.
 */
export const Problem = v.object({
  title: v.fallback(v.optional(v.string()), undefined),
  status: v.fallback(v.optional(v.number()), undefined),
  detail: v.fallback(v.optional(v.string()), undefined),
  errors: v.fallback(v.optional(v.array(FieldError)), undefined),
});
export type Problem = v.InferOutput<typeof Problem>;
