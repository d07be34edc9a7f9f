import type { PaymentError } from './object-schemas.ts';

/** The result of a charge of a test card. */
type CardOutcome =
  | 'approve'
  | Decline
  /** The bank asks for 3-D Secure, always or until the card is saved, and may decline the payment all the same. */
  | 'authenticate'
  | 'authenticate_once'
  | 'authenticate_then_decline'
  | 'authenticate_then_insufficient_funds'
  /** The charge succeeds. The refund is then pending or fails, a dispute follows, or a warning of the bank. */
  | 'refund_pending'
  | 'refund_fails'
  | 'disputed_fraudulent'
  | 'disputed_not_received'
  | 'disputed_inquiry'
  | 'fraud_warning'
  /** The payment is processing before its result is known. At Stripe, bank debits do this, and no card. */
  | 'delayed_success'
  | 'delayed_failure';

type TestCard = { number: string; brand: string; outcome: CardOutcome; description: string };

const card = (number: string, brand: string, outcome: CardOutcome, description: string): TestCard => ({
  number,
  brand,
  outcome,
  description,
});

/** The public test card numbers of Stripe that the checkout page lists, and two of our own for delayed payments. */
export const TEST_CARDS: readonly TestCard[] = [
  card('4242424242424242', 'visa', 'approve', 'Visa, is accepted'),
  card('5555555555554444', 'mastercard', 'approve', 'Mastercard, is accepted'),
  card('378282246310005', 'amex', 'approve', 'American Express, is accepted'),
  card('4000000000000002', 'visa', 'generic_decline', 'Declined'),
  card('4000000000009995', 'visa', 'insufficient_funds', 'Insufficient funds'),
  card('4000000000000069', 'visa', 'expired_card', 'Expired card'),
  card('4000000000000127', 'visa', 'incorrect_cvc', 'Incorrect CVC'),
  card('4000002760003184', 'visa', 'authenticate', 'Asks for 3-D Secure'),
  card('4000002500003155', 'visa', 'authenticate_once', 'Asks for 3-D Secure until it is saved'),
  card('4000000000003014', 'visa', 'delayed_success', 'Processing for 10 seconds, then paid'),
  card('4000000000003022', 'visa', 'delayed_failure', 'Processing for 10 seconds, then fails'),
];

/** Stripe documents these cards too, but the page does not list them. */
const MORE_CARDS: readonly TestCard[] = [
  card('4111111111111111', 'visa', 'approve', 'Visa'),
  card('4000056655665556', 'visa', 'approve', 'Visa debit'),
  card('5200828282828210', 'mastercard', 'approve', 'Mastercard debit'),
  card('2223003122003222', 'mastercard', 'approve', 'Mastercard, 2-series'),
  card('371449635398431', 'amex', 'approve', 'American Express'),
  card('6011111111111117', 'discover', 'approve', 'Discover'),
  card('3056930009020004', 'diners', 'approve', 'Diners Club'),
  card('3566002020360505', 'jcb', 'approve', 'JCB'),
  card('6200000000000005', 'unionpay', 'approve', 'UnionPay'),
  card('4000000000009987', 'visa', 'lost_card', 'Lost card'),
  card('4000000000000119', 'visa', 'processing_error', 'Processing error'),
  card('4000000000000341', 'visa', 'decline_after_attach', 'Can be saved, is declined when charged'),
  card('4000000000003220', 'visa', 'authenticate', '3-D Secure 2'),
  card('4000000000003063', 'visa', 'authenticate', '3-D Secure required'),
  card('4000008400001629', 'visa', 'authenticate_then_decline', '3-D Secure, then declined'),
  card('4000008260003178', 'visa', 'authenticate_then_insufficient_funds', '3-D Secure, then no funds'),
  card('4000000000007726', 'visa', 'refund_pending', 'Slow refund'),
  card('4000000000005126', 'visa', 'refund_fails', 'Refund fails later'),
  card('4000000000000259', 'visa', 'disputed_fraudulent', 'Is disputed as fraudulent'),
  card('4000000000002685', 'visa', 'disputed_not_received', 'Is disputed: not received'),
  card('4000000000001976', 'visa', 'disputed_inquiry', 'The bank asks a question'),
  card('4000000000005423', 'visa', 'fraud_warning', 'The bank warns of fraud'),
];

export function findTestCard(number: string): TestCard | undefined {
  return [...TEST_CARDS, ...MORE_CARDS].find((card) => card.number === number);
}

type Decline = keyof typeof DECLINES;

const DECLINED = 'Your card was declined.';
const CVC_INCORRECT = "Your card's security code is incorrect.";
const PROCESSING_ERROR = 'An error occurred while processing your card. Try again in a little bit.';

/** The code, the decline code and the message of each decline. */
const DECLINES = {
  generic_decline: ['card_declined', 'generic_decline', DECLINED],
  decline_after_attach: ['card_declined', 'generic_decline', DECLINED],
  insufficient_funds: ['card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
  lost_card: ['card_declined', 'lost_card', DECLINED],
  expired_card: ['expired_card', 'expired_card', 'Your card has expired.'],
  incorrect_cvc: ['incorrect_cvc', 'incorrect_cvc', CVC_INCORRECT],
  processing_error: ['processing_error', 'processing_error', PROCESSING_ERROR],
} as const;

/** Returns the error of a charge of this card, if there is one. */
export function declineForOutcome(outcome: string): PaymentError | undefined {
  const decline = new Map<string, readonly [string, string, string]>(Object.entries(DECLINES)).get(outcome);
  if (decline === undefined) return undefined;
  const [code, decline_code, message] = decline;
  return { type: 'card_error', code, decline_code, message };
}

/** Returns how a delayed payment ends. */
export function delayedResult(outcome: string): 'succeeded' | 'failed' | undefined {
  if (outcome === 'delayed_success') return 'succeeded';
  return outcome === 'delayed_failure' ? 'failed' : undefined;
}

/** Returns whether the bank asks for 3-D Secure before it decides. */
export function asksForAuthentication(outcome: string): boolean {
  return outcome.startsWith('authenticate');
}

/** Returns the decision of the bank after 3-D Secure. */
export function outcomeAfterAuthentication(outcome: string): CardOutcome {
  if (outcome === 'authenticate_then_decline') return 'generic_decline';
  return outcome === 'authenticate_then_insufficient_funds' ? 'insufficient_funds' : 'approve';
}

/** A card that was authenticated when it was saved does not ask again if it asks only once. */
export function outcomeAfterSetup(outcome: string): string {
  return outcome === 'authenticate_once' ? 'approve' : outcome;
}

/** Stripe's names for test cards, which tests use instead of a number. The delayed ones are our own. */
const CARD_TOKENS: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_visa_debit: '4000056655665556',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_chargeDeclinedProcessingError: '4000000000000119',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_threeDSecure2Required: '4000000000003220',
  pm_card_threeDSecureRequired: '4000000000003063',
  pm_card_createDispute: '4000000000000259',
  pm_card_createDisputeProductNotReceived: '4000000000002685',
  pm_card_createDisputeInquiry: '4000000000001976',
  pm_card_createIssuerFraudRecord: '4000000000005423',
  pm_card_delayedSuccess: '4000000000003014',
  pm_card_delayedFailure: '4000000000003022',
  pm_card_pendingRefund: '4000000000007726',
  pm_card_refundFail: '4000000000005126',
};

/** Returns the number of the test card with this name, such as `pm_card_visa`. */
export function numberOfCardToken(token: string): string | undefined {
  return Object.hasOwn(CARD_TOKENS, token) ? CARD_TOKENS[token] : undefined;
}
