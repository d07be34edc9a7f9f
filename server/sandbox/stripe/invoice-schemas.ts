import * as v from 'valibot';
import { base, metadata, nullableText } from './schema-fields.ts';

export const TaxRate = v.object({
  ...base,
  object: v.literal('tax_rate'),
  active: v.boolean(),
  country: nullableText,
  description: nullableText,
  display_name: v.string(),
  effective_percentage: v.nullable(v.number()),
  inclusive: v.boolean(),
  jurisdiction: nullableText,
  metadata,
  percentage: v.number(),
  rate_type: v.literal('percentage'),
  state: nullableText,
  tax_type: nullableText,
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
export const Line = v.object({
  description: v.string(),
  amount: v.number(),
  quantity: v.number(),
  tax: v.optional(v.nullable(LineTax), null),
});
export type Line = v.InferOutput<typeof Line>;

export const InvoiceField = v.object({ name: v.string(), value: v.string() });

export const Invoice = v.object({
  ...base,
  object: v.literal('invoice'),
  number: v.string(),
  status: v.literal('paid'),
  currency: v.string(),
  subtotal: v.optional(v.number(), 0),
  total: v.number(),
  total_excluding_tax: v.optional(v.nullable(v.number()), null),
  total_taxes: v.optional(v.array(v.unknown()), []),
  lines: v.optional(v.unknown(), {}),
  amount_paid: v.number(),
  customer: v.nullable(v.string()),
  customer_name: v.nullable(v.string()),
  customer_email: v.nullable(v.string()),
  metadata,
  sandbox_lines: v.optional(v.array(Line), []),
  custom_fields: v.optional(v.nullable(v.array(InvoiceField)), null),
  hosted_invoice_url: v.string(),
});
export type Invoice = v.InferOutput<typeof Invoice>;
