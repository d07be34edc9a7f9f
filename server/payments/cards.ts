import type Stripe from 'stripe';
import type { PaymentMethod } from '../../src/contract/payment.ts';
import { ApiError } from '../errors.ts';
import { knownCustomer, requireCustomer } from './customer.ts';
import { withLock } from './lock.ts';
import { isInvalidRequest } from './provider.ts';
import type { PaymentsWorld } from './settle.ts';

/** The saved cards of an account, oldest first. The provider alone keeps them. */
export async function listMethods(world: PaymentsWorld, userId: number): Promise<PaymentMethod[]> {
  const customer = await knownCustomer(world, userId);
  return customer === null ? [] : cardsOf(world, customer);
}

/** Saves a card that the provider has tokenised; the first becomes the default. */
export async function addMethod(world: PaymentsWorld, userId: number, id: string): Promise<PaymentMethod> {
  return alone(world, userId, async () => {
    const customer = await requireCustomer(world, userId);
    await attach(world, customer, id);
    const cards = await cardsOf(world, customer);
    if (cards.length === 1) await makeDefault(world, customer, id);
    return requireCard(cards, id);
  });
}

export async function setDefaultMethod(
  world: PaymentsWorld,
  userId: number,
  id: string,
): Promise<PaymentMethod> {
  return alone(world, userId, async () => {
    const { customer, card } = await requireSaved(world, userId, id);
    if (!card.isDefault) await makeDefault(world, customer, id);
    return { ...card, isDefault: true };
  });
}

/** Only a card that is not the default, and only while another is left. */
export async function removeMethod(world: PaymentsWorld, userId: number, id: string): Promise<void> {
  await alone(world, userId, async () => {
    const { card, cards } = await requireSaved(world, userId, id);
    if (card.isDefault || cards.length < 2) throw new ApiError(409, 'PAYMENT_METHOD_NOT_REMOVABLE');
    await world.provider.stripe.paymentMethods.detach(id);
  });
}

/** Judging a rule over all cards and acting on it is one step per account. */
function alone<T>(world: PaymentsWorld, userId: number, work: () => Promise<T>): Promise<T> {
  return withLock(world.db, `cards-of-user-${userId}`, work);
}

async function cardsOf({ provider }: PaymentsWorld, customerId: string): Promise<PaymentMethod[]> {
  const [customer, methods] = await Promise.all([
    provider.stripe.customers.retrieve(customerId),
    provider.stripe.paymentMethods.list({ customer: customerId, type: 'card', limit: 100 }),
  ]);
  // The provider lists the newest first.
  const cards = methods.data.toReversed();
  const chosen = customer.deleted ? null : idOf(customer.invoice_settings.default_payment_method);
  // Somebody may have removed the default card in the provider's dashboard: then the oldest takes its place.
  const defaultId = cards.some(({ id }) => id === chosen) ? chosen : cards[0]?.id;
  return cards.flatMap(({ id, card }) => (card == null ? [] : [presentCard(id, card, id === defaultId)]));
}

function presentCard(id: string, card: Stripe.PaymentMethod.Card, isDefault: boolean): PaymentMethod {
  return {
    id,
    brand: card.brand,
    last4: card.last4,
    expMonth: card.exp_month,
    expYear: card.exp_year,
    isDefault,
  };
}

async function requireSaved(world: PaymentsWorld, userId: number, id: string) {
  const customer = await knownCustomer(world, userId);
  if (customer === null) throw new ApiError(404, 'PAYMENT_NOT_FOUND');
  const cards = await cardsOf(world, customer);
  return { customer, cards, card: requireCard(cards, id) };
}

function requireCard(cards: PaymentMethod[], id: string): PaymentMethod {
  const card = cards.find((saved) => saved.id === id);
  if (card === undefined) throw new ApiError(404, 'PAYMENT_NOT_FOUND');
  return card;
}

async function attach({ provider }: PaymentsWorld, customer: string, id: string): Promise<void> {
  try {
    await provider.stripe.paymentMethods.attach(id, { customer });
  } catch (error) {
    // Absent and somebody else's get the same answer.
    if (isInvalidRequest(error)) throw new ApiError(404, 'PAYMENT_NOT_FOUND');
    throw error;
  }
}

async function makeDefault({ provider }: PaymentsWorld, customer: string, id: string): Promise<void> {
  await provider.stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
}

function idOf(value: string | { id: string } | null): string | null {
  return typeof value === 'object' ? (value?.id ?? null) : value;
}
