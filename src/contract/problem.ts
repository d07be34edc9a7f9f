import * as v from 'valibot';

/** RFC 9457 problem JSON as this product uses it: `title` is an error code; each of `errors` names a path of the body. */
export const Problem = v.object({
  title: v.optional(v.string()),
  status: v.optional(v.number()),
  detail: v.optional(v.string()),
  errors: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
});
export type Problem = v.InferOutput<typeof Problem>;
