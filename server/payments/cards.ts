import type Stripe from 'stripe';
import type { PaymentMethod } from '../../src/contract/payment.ts';
import { ApiError } from '../http/api-error.ts';
import { requireOne } from '../http/read-request.ts';
import { findCustomerId, withCustomer } from './customer.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { withPaymentLock } from './payment-lock.ts';
import { isInvalidRequest } from './provider.ts';

/** Returns the saved cards of an account, oldest first. Only the provider stores them. */
export async function listPaymentMethods(dependencies: PaymentDependencies, userId: number) {
  const customer = await findCustomerId(dependencies, userId);
  return customer === null
    ? []
    : withCustomer(dependencies, userId, (customerId) => listCards(dependencies, customerId));
}

/** Starts saving a card. The browser confirms the intent, and the bank may ask the customer to authenticate. */
export function createSetupIntent(dependencies: PaymentDependencies, userId: number) {
  return withCustomer(dependencies, userId, async (customer) => {
    const intent = await dependencies.provider.stripe.setupIntents.create({ customer, ...CARD_SETUP });
    if (intent.client_secret === null) throw new Error('The setup intent has no client secret');
    return { clientSecret: intent.client_secret };
  });
}

/** Cards are charged only while the customer is present. */
const CARD_SETUP = {
  allowed_payment_method_types: ['card'],
  usage: 'on_session',
} satisfies Stripe.SetupIntentCreateParams;

/**
 * Finishes saving a card. A card whose setup intent the browser has confirmed is already saved at the provider; any
 * other card is verified here. The first card becomes the default.
 * @throws ApiError 404 for an unknown card and for the card of another account, 422 if the bank declines it
 */
export async function addPaymentMethod(dependencies: PaymentDependencies, userId: number, id: string) {
  return withCardLock(dependencies, userId, async () => {
    const cards = await withCustomer(dependencies, userId, async (customer) => {
      await requireVerifiedCard(dependencies, customer, id);
      const attached = await listCards(dependencies, customer);
      if (attached.length === 1) await makeDefaultCard(dependencies, customer, id);
      return attached;
    }).catch((error: unknown) => {
      // An unknown card and the card of another account get the same response.
      throw isInvalidRequest(error) ? new ApiError(404, 'PAYMENT_NOT_FOUND') : error;
    });
    return requireOne(cards, (card) => card.id === id, 'PAYMENT_NOT_FOUND');
  });
}

async function requireVerifiedCard(
  { provider: { stripe } }: PaymentDependencies,
  customer: string,
  id: string,
): Promise<void> {
  const method = await stripe.paymentMethods.retrieve(id);
  const owner = objectId(method.customer);
  if (owner !== null && owner !== customer) throw new ApiError(404, 'PAYMENT_NOT_FOUND');
  if (owner === null) {
    const intent = await stripe.setupIntents.create({
      customer,
      payment_method: id,
      ...CARD_SETUP,
      confirm: true,
      use_stripe_sdk: true,
    });
    if (intent.status !== 'succeeded') {
      await stripe.setupIntents.cancel(intent.id);
      throw new ApiError(422, 'PAYMENT_PROVIDER', {
        detail:
          'Your bank wants to confirm this card, and that is not possible here. Please use another card.',
      });
    }
  }
  if (method.allow_redisplay === 'always') return;
  // Without this the hosted checkout does not offer the card.
  await stripe.paymentMethods.update(id, { allow_redisplay: 'always' });
}

export async function setDefaultPaymentMethod(dependencies: PaymentDependencies, userId: number, id: string) {
  return withCardLock(dependencies, userId, async () => {
    const { customer, card } = await requireSavedCard(dependencies, userId, id);
    if (!card.isDefault) await makeDefaultCard(dependencies, customer, id);
    return { ...card, isDefault: true };
  });
}

/** Removes a card that is not the default, if another card is left. */
export async function removePaymentMethod(dependencies: PaymentDependencies, userId: number, id: string) {
  await withCardLock(dependencies, userId, async () => {
    const { card, cards } = await requireSavedCard(dependencies, userId, id);
    if (card.isDefault || cards.length < 2) throw new ApiError(409, 'PAYMENT_METHOD_NOT_REMOVABLE');
    await dependencies.provider.stripe.paymentMethods.detach(id);
  });
}

/** A lock per account makes checking a rule over all cards and changing a card one step. */
function withCardLock<T>(dependencies: PaymentDependencies, userId: number, work: () => Promise<T>) {
  return withPaymentLock(dependencies.db, `cards-of-user-${userId}`, work);
}

async function listCards({ provider }: PaymentDependencies, customerId: string): Promise<PaymentMethod[]> {
  const [customer, methods] = await Promise.all([
    provider.stripe.customers.retrieve(customerId),
    provider.stripe.paymentMethods.list({ customer: customerId, type: 'card', limit: 100 }),
  ]);
  // The provider lists the newest first.
  const cards = methods.data.toReversed();
  const chosen = customer.deleted ? null : objectId(customer.invoice_settings.default_payment_method);
  // If the default card was removed in the provider's dashboard, the oldest card replaces it.
  const defaultId = cards.some(({ id }) => id === chosen) ? chosen : cards[0]?.id;
  return cards.flatMap(({ id, card }) => {
    if (card == null) return [];
    const { brand, last4, exp_month: expMonth, exp_year: expYear } = card;
    return [{ id, brand, last4, expMonth, expYear, isDefault: id === defaultId }];
  });
}

/** @throws ApiError 404 for an unknown card and for the card of another account */
export async function requireSavedCard(dependencies: PaymentDependencies, userId: number, id: string) {
  const customer = await findCustomerId(dependencies, userId);
  if (customer === null) throw new ApiError(404, 'PAYMENT_NOT_FOUND');
  // A customer that was deleted at the provider has no cards there.
  const cards = await withCustomer(dependencies, userId, (customerId) => listCards(dependencies, customerId));
  return { customer, cards, card: requireOne(cards, (card) => card.id === id, 'PAYMENT_NOT_FOUND') };
}

async function makeDefaultCard({ provider }: PaymentDependencies, customer: string, id: string) {
  await provider.stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
}

function objectId(value: string | { id: string } | null): string | null {
  return typeof value === 'object' ? (value?.id ?? null) : value;
}
