import cardErrors from './card-errors.json';
import testCards from './test-cards.json';

/**
 * What a charge of a test card results in. Besides the names below: a decline, `authenticate` (the bank asks for 3-D
 * Secure, with `_once` until the card is saved, and may decline the payment all the same), a refund that is pending or
 * fails, a dispute or a warning that follows, and a payment that is processing before its result is known.
 */
type TestCard = {
  number: string;
  brand: string;
  outcome: string;
  /** Stripe's names of the card, which tests use instead of the number. Those of delayed payments are our own. */
  tokens: readonly string[];
  /** Only cards with a description are listed on the checkout page. */
  description?: string;
};

/** The public test cards of Stripe, and two of our own for delayed payments. At Stripe, bank debits are delayed. */
export const TEST_CARDS: readonly TestCard[] = testCards;

/** Finds a test card by its number or by one of its names, such as `pm_card_visa`. */
export function findTestCard(numberOrToken: string): TestCard | undefined {
  return TEST_CARDS.find(({ number, tokens }) => number === numberOrToken || tokens.includes(numberOrToken));
}

/** An error of the bank, which the card's owner may read. */
export type PaymentError = { type: 'card_error'; code: string; decline_code?: string; message: string };

const DECLINES = new Map(Object.entries(cardErrors.declines));

/** Returns the error of a charge of a card with this outcome, or of saving it, if there is one. */
export function findDecline(outcome: string, when: 'attach' | 'charge'): PaymentError | undefined {
  const decline = DECLINES.get(outcome);
  if (decline === undefined || (when === 'attach' && outcome === 'decline_after_attach')) return undefined;
  return { type: 'card_error', ...decline };
}

/** Returns the decision of the bank after 3-D Secure. */
export function outcomeAfterAuthentication(outcome: string): string {
  return outcome.replace(/^authenticate_?(once)?/, '') || 'approve';
}

/** Returns how a delayed payment ends. */
export function delayedResult(outcome: string): 'succeeded' | 'failed' | undefined {
  if (outcome === 'delayed_succeeded') return 'succeeded';
  return outcome === 'delayed_failed' ? 'failed' : undefined;
}
