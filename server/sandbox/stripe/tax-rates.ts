import type * as v from 'valibot';
import { toUnixSeconds } from './clock.ts';
import { type Context, inTransaction } from './context.ts';
import { newId } from './ids.ts';
import { updateMetadata } from './metadata.ts';
import type { Line, TaxRate } from './object-schemas.ts';
import type { TaxRateParameters, TaxRateUpdateParameters } from './parameter-schemas.ts';
import { loadObject, saveObject } from './queries/objects.ts';
import { invalidParameter } from './stripe-error.ts';

type NewTaxRate = Omit<v.InferOutput<typeof TaxRateParameters>, 'active'>;

export function createTaxRate(
  context: Context,
  { metadata, ...input }: NewTaxRate & { active?: boolean },
): Promise<TaxRate> {
  return saveObject<TaxRate>(context, {
    active: true,
    ...input,
    id: newId('tax_rate'),
    object: 'tax_rate',
    created: toUnixSeconds(context.now),
    effective_percentage: input.percentage,
    metadata: updateMetadata({}, metadata),
    rate_type: 'percentage',
  });
}

/** Changes only the given fields. As at Stripe, a percentage never changes. */
export function updateTaxRate(
  context: Context,
  id: string,
  { metadata, ...changes }: v.InferOutput<typeof TaxRateUpdateParameters>,
): Promise<TaxRate> {
  return inTransaction(context, async (tx) => {
    const rate = await loadObject(tx, 'tax_rate', id, { lock: true });
    return saveObject(tx, { ...rate, ...changes, metadata: updateMetadata(rate.metadata, metadata) });
  });
}

/** Returns the lines with their taxes. `rates[i]` is the id of the tax rate of line i, if it has one. */
export function addTaxes(
  context: Context,
  lines: readonly Omit<Line, 'tax'>[],
  rates: readonly (string | undefined)[],
): Promise<Line[]> {
  return Promise.all(
    lines.map(async (line, index) => {
      const id = rates[index];
      if (id === undefined) return { ...line, tax: null };
      const rate = await loadObject(context, 'tax_rate', id);
      if (!rate.active) {
        throw invalidParameter(`The tax rate ${id} is inactive.`, `line_items[${index}][tax_rates][0]`);
      }
      return { ...line, tax: taxOf(line.amount * line.quantity, rate) };
    }),
  );
}

/** An inclusive tax is a part of the price; any other is added to it. Both are rounded to the nearest cent. */
function taxOf(price: number, { id, display_name, percentage, inclusive }: TaxRate): Line['tax'] {
  const amount = Math.round((price * percentage) / (inclusive ? 100 + percentage : 100));
  const taxable = inclusive ? price - amount : price;
  return { rate: id, name: display_name, percentage, inclusive, amount, taxable };
}

/** The sums of a session or an invoice. The subtotal contains inclusive taxes, but no others. */
export function sumLines(lines: readonly Line[]) {
  const sum = (of: (line: Line) => number) => lines.reduce((total, line) => total + of(line), 0);
  const subtotal = sum(({ amount, quantity }) => amount * quantity);
  const total = sum(totalOf);
  const tax = sum((line) => line.tax?.amount ?? 0);
  return { subtotal, total, tax };
}

export function totalOf({ amount, quantity, tax }: Line): number {
  return amount * quantity + (tax === null || tax.inclusive ? 0 : tax.amount);
}

/** The taxes of one line, as an invoice states them. */
export function invoiceTaxes({ tax }: Pick<Line, 'tax'>) {
  if (tax === null) return [];
  return [
    {
      amount: tax.amount,
      tax_behavior: tax.inclusive ? ('inclusive' as const) : ('exclusive' as const),
      tax_rate_details: { tax_rate: tax.rate },
      taxability_reason: 'not_available' as const,
      taxable_amount: tax.taxable,
      type: 'tax_rate_details' as const,
    },
  ];
}
