import * as v from 'valibot';

/** Fields that many objects of Stripe have. */
export const metadata = v.record(v.string(), v.string());
export const base = { id: v.string(), created: v.number(), livemode: v.literal(false) };
export const nullableText = v.optional(v.nullable(v.string()), null);
