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

function card(brand: string, number: string, outcome: string, names: string, description?: string): TestCard {
  const tokens = names.split(' ').map((name) => `pm_card_${name}`);
  return { number, brand, outcome, tokens, ...(description !== undefined && { description }) };
}
const visa = (number: string, outcome: string, names: string, description?: string) =>
  card('visa', number, outcome, names, description);

const NO_FUNDS = 'chargeDeclinedInsufficientFunds visa_chargeDeclinedInsufficientFunds';

/** The public test cards of Stripe, and two of our own for delayed payments. At Stripe, bank debits are delayed. */
export const TEST_CARDS: readonly TestCard[] = [
  visa('4242424242424242', 'approve', 'visa', 'Visa, is accepted'),
  card('mastercard', '5555555555554444', 'approve', 'mastercard', 'Mastercard, is accepted'),
  card('amex', '378282246310005', 'approve', 'amex', 'American Express, is accepted'),
  visa('4000000000000002', 'generic_decline', 'chargeDeclined visa_chargeDeclined', 'Declined'),
  visa('4000000000009995', 'insufficient_funds', NO_FUNDS, 'Insufficient funds'),
  visa('4000000000000069', 'expired_card', 'chargeDeclinedExpiredCard', 'Expired card'),
  visa('4000000000000127', 'incorrect_cvc', 'chargeDeclinedIncorrectCvc', 'Incorrect CVC'),
  visa('4000002760003184', 'authenticate', 'authenticationRequired', 'Asks for 3-D Secure'),
  visa(
    '4000002500003155',
    'authenticate_once',
    'authenticationRequiredOnSetup',
    'Asks for 3-D Secure until it is saved',
  ),
  visa('4000000000003014', 'delayed_succeeded', 'delayedSuccess', 'Processing for 10 seconds, then paid'),
  visa('4000000000003022', 'delayed_failed', 'delayedFailure', 'Processing for 10 seconds, then fails'),
  visa('4111111111111111', 'approve', 'visa'),
  visa('4000056655665556', 'approve', 'visa_debit'),
  card('mastercard', '5200828282828210', 'approve', 'mastercard_debit'),
  card('discover', '6011111111111117', 'approve', 'discover'),
  card('diners', '3056930009020004', 'approve', 'diners'),
  card('jcb', '3566002020360505', 'approve', 'jcb'),
  card('unionpay', '6200000000000005', 'approve', 'unionpay'),
  visa('4000000000009987', 'lost_card', 'visa_chargeDeclinedLostCard'),
  visa('4000000000000119', 'processing_error', 'chargeDeclinedProcessingError'),
  visa('4000000000000341', 'decline_after_attach', 'chargeCustomerFail'),
  visa('4000000000003220', 'authenticate', 'threeDSecure2Required'),
  visa('4000000000003063', 'authenticate', 'threeDSecureRequired'),
  visa('4000008400001629', 'authenticate_generic_decline', 'threeDSecureRequiredChargeDeclined'),
  visa(
    '4000008260003178',
    'authenticate_insufficient_funds',
    'authenticationRequiredChargeDeclinedInsufficientFunds',
  ),
  visa('4000000000007726', 'refund_pending', 'pendingRefund'),
  visa('4000000000005126', 'refund_fails', 'refundFail'),
  visa('4000000000000259', 'disputed_fraudulent', 'createDispute'),
  visa('4000000000002685', 'disputed_not_received', 'createDisputeProductNotReceived'),
  visa('4000000000001976', 'disputed_inquiry', 'createDisputeInquiry'),
  visa('4000000000005423', 'fraud_warning', 'createIssuerFraudRecord'),
];

/** Finds a test card by its number or by one of its names, such as `pm_card_visa`. */
export function findTestCard(numberOrToken: string): TestCard | undefined {
  return TEST_CARDS.find(({ number, tokens }) => number === numberOrToken || tokens.includes(numberOrToken));
}

/** An error of the bank, which the card's owner may read. */
export type PaymentError = { type: 'card_error'; code: string; decline_code?: string; message: string };

const DECLINED = 'Your card was declined.';
const CVC_INCORRECT = "Your card's security code is incorrect.";
const PROCESSING_ERROR = 'An error occurred while processing your card. Try again in a little bit.';

/** The code, the decline code and the message of each decline. */
const DECLINES = new Map<string, readonly [string, string, string]>([
  ['generic_decline', ['card_declined', 'generic_decline', DECLINED]],
  ['decline_after_attach', ['card_declined', 'generic_decline', DECLINED]],
  ['insufficient_funds', ['card_declined', 'insufficient_funds', 'Your card has insufficient funds.']],
  ['lost_card', ['card_declined', 'lost_card', DECLINED]],
  ['expired_card', ['expired_card', 'expired_card', 'Your card has expired.']],
  ['incorrect_cvc', ['incorrect_cvc', 'incorrect_cvc', CVC_INCORRECT]],
  ['processing_error', ['processing_error', 'processing_error', PROCESSING_ERROR]],
]);

/** Returns the error of a charge of a card with this outcome, or of saving it, if there is one. */
export function findDecline(outcome: string, when: 'attach' | 'charge'): PaymentError | undefined {
  const decline = DECLINES.get(outcome);
  if (decline === undefined || (when === 'attach' && outcome === 'decline_after_attach')) return undefined;
  const [code, decline_code, message] = decline;
  return { type: 'card_error', code, decline_code, message };
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
