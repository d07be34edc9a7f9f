import type Stripe from 'stripe';
import type * as v from 'valibot';
import { expectTypeOf, test } from 'vitest';
import type { Invoice, TaxRate } from '../../server/sandbox/stripe/invoice-schemas.ts';
import type * as objects from '../../server/sandbox/stripe/object-schemas.ts';
import type * as parameters from '../../server/sandbox/stripe/parameters.ts';

type Input<S extends v.GenericSchema> = v.InferInput<S>;
/** The parameters that the sandbox accepts and Stripe does not have. */
type Invented<Ours, Theirs> = Exclude<keyof Ours, keyof Theirs>;
type PublicKeys<Ours> = Exclude<keyof Ours, `sandbox_${string}`>;
/**
 * The fields of a response of the sandbox that Stripe does not have, or whose values it does not allow, also in nested
 * objects. A nested object may lack fields.
 */
type Wrong<Ours, Theirs> = {
  [K in PublicKeys<Ours>]: K extends keyof Theirs ? (Fits<Ours[K], Theirs[K]> extends true ? never : K) : K;
}[PublicKeys<Ours>];
type Fits<Ours, Theirs> = [Ours] extends [Theirs]
  ? true
  : [Extract<Ours, object>] extends [never]
    ? false
    : [Exclude<Ours, object>] extends [Theirs]
      ? Extract<Ours, object> extends readonly (infer OurItem)[]
        ? Extract<Theirs, readonly unknown[]> extends readonly (infer TheirItem)[]
          ? Fits<OurItem, TheirItem>
          : false
        : [Wrong<Extract<Ours, object>, Extract<Theirs, object>>] extends [never]
          ? true
          : false
      : false;

test('the sandbox accepts only parameters that Stripe has (PAY-16)', () => {
  expectTypeOf<
    Invented<Input<typeof parameters.CustomerParameters>, Stripe.CustomerCreateParams>
  >().toBeNever();
  expectTypeOf<
    Invented<Input<typeof parameters.SessionParameters>, Stripe.Checkout.SessionCreateParams>
  >().toBeNever();
  expectTypeOf<
    Invented<Input<typeof parameters.PaymentIntentParameters>, Stripe.PaymentIntentCreateParams>
  >().toBeNever();
  expectTypeOf<
    Invented<Input<typeof parameters.SetupIntentParameters>, Stripe.SetupIntentCreateParams>
  >().toBeNever();
  expectTypeOf<
    Invented<Input<typeof parameters.ConfirmParameters>, Stripe.PaymentIntentConfirmParams>
  >().toBeNever();
  expectTypeOf<Invented<Input<typeof parameters.RefundParameters>, Stripe.RefundCreateParams>>().toBeNever();
  expectTypeOf<
    Invented<Input<typeof parameters.PaymentMethodUpdateParameters>, Stripe.PaymentMethodUpdateParams>
  >().toBeNever();
  expectTypeOf<
    Invented<Input<typeof parameters.TaxRateParameters>, Stripe.TaxRateCreateParams>
  >().toBeNever();
  expectTypeOf<
    Invented<Input<typeof parameters.TaxRateUpdateParameters>, Stripe.TaxRateUpdateParams>
  >().toBeNever();
  expectTypeOf<
    Invented<Input<typeof parameters.WebhookEndpointParameters>, Stripe.WebhookEndpointCreateParams>
  >().toBeNever();
});

test('every field in a response of the sandbox has a type of Stripe (PAY-16)', () => {
  expectTypeOf<Wrong<objects.Customer, Stripe.Customer>>().toBeNever();
  expectTypeOf<Wrong<objects.PaymentMethod, Stripe.PaymentMethod>>().toBeNever();
  // The types of Stripe brand its error codes, so that no other text has their type.
  expectTypeOf<Wrong<Omit<objects.PaymentIntent, 'last_payment_error'>, Stripe.PaymentIntent>>().toBeNever();
  expectTypeOf<Wrong<Omit<objects.SetupIntent, 'last_setup_error'>, Stripe.SetupIntent>>().toBeNever();
  expectTypeOf<Wrong<objects.Charge, Stripe.Charge>>().toBeNever();
  expectTypeOf<Wrong<objects.Refund, Stripe.Refund>>().toBeNever();
  expectTypeOf<Wrong<objects.Dispute, Stripe.Dispute>>().toBeNever();
  expectTypeOf<Wrong<Invoice, Stripe.Invoice>>().toBeNever();
  expectTypeOf<Wrong<objects.CheckoutSession, Stripe.Checkout.Session>>().toBeNever();
  expectTypeOf<Wrong<objects.BalanceTransaction, Stripe.BalanceTransaction>>().toBeNever();
  expectTypeOf<Wrong<TaxRate, Stripe.TaxRate>>().toBeNever();
  expectTypeOf<Wrong<objects.WebhookEndpoint, Stripe.WebhookEndpoint>>().toBeNever();
});
