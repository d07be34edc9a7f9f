import type Stripe from 'stripe';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { SHORT, toLogFields } from './provider.ts';

/** Marks the tax rates that this server has created. */
const METADATA = { send: 'vat' };

/** A failed attempt is repeated after this long, so that a right that was added later is used. */
const RETRY_MS = 10 * 60_000;

export type TaxRates = ReturnType<typeof createTaxRates>;

/**
 * The tax rate of the tariff at the provider. Its id is read once per process. Without it, for example because the key
 * lacks the right, checkout pages do not state the VAT: no failure here ever prevents a payment.
 */
export function createTaxRates({ provider, log, business, clock }: PaymentDependencies) {
  const { vatPercent } = business.tariff;
  let id: Promise<string | undefined> | undefined;
  let failedAt = Number.NEGATIVE_INFINITY;
  const read = () =>
    getOrCreateTaxRate(provider.stripe, vatPercent, SHORT).catch((error: unknown) => {
      failedAt = clock.now().getTime();
      id = undefined;
      log.warn(toLogFields(error), 'no tax rate at Stripe: checkout pages do not state the VAT');
      return undefined;
    });
  return {
    /** Returns undefined if there is no VAT or no tax rate can be used. */
    async findId() {
      if (vatPercent === 0) return undefined;
      // The clock may have been set back.
      if (Math.abs(clock.now().getTime() - failedAt) < RETRY_MS) return undefined;
      id ??= read();
      return id;
    },
    /** The provider has refused the tax rate, for example because it was archived. The next call looks for another. */
    forget() {
      id = undefined;
    },
  };
}

/**
 * Finds the inclusive tax rate with this percentage that this server has created before, or creates it. The key of the
 * creation prevents two rates when two processes start at the same moment.
 */
export async function getOrCreateTaxRate(
  stripe: Stripe,
  percentage: number,
  options: Stripe.RequestOptions = {},
): Promise<string> {
  const rates = await stripe.taxRates.list({ active: true, inclusive: true, limit: 100 }, options);
  const known = rates.data.find((rate) => rate.percentage === percentage && isOurs(rate));
  if (known !== undefined) return known.id;
  const parameters = taxRateParameters(percentage);
  // An archived rate is replaced by a new one, which needs a new key.
  const archived = await stripe.taxRates.list({ active: false, inclusive: true, limit: 100 }, options);
  const generation = archived.data.filter((rate) => rate.percentage === percentage && isOurs(rate)).length;
  const created = await stripe.taxRates.create(parameters, {
    ...options,
    idempotencyKey: `tax-rate-${percentage}-${generation}`,
  });
  return created.id;
}

export function taxRateParameters(percentage: number) {
  return {
    display_name: 'VAT',
    inclusive: true,
    percentage,
    tax_type: 'vat',
    metadata: METADATA,
  } satisfies Stripe.TaxRateCreateParams;
}

function isOurs({ metadata }: Stripe.TaxRate): boolean {
  return metadata?.send === METADATA.send;
}
