/** The public test card numbers of Stripe, and the result of each. */
export type CardOutcome =
  | 'approve'
  | 'authenticate'
  | 'generic_decline'
  | 'insufficient_funds'
  | 'lost_card'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'processing_error'
  | 'decline_after_attach'
  | AuthenticationOutcome
  | RefundOutcome
  | DisputeOutcome;

/** 3-D Secure succeeds, but the bank declines the payment. */
type AuthenticationOutcome =
  | 'authenticate_once'
  | 'authenticate_then_decline'
  | 'authenticate_then_insufficient_funds';

/** The charge succeeds. The refund is then pending or fails, or a dispute follows. */
type RefundOutcome = 'refund_pending' | 'refund_fails';
type DisputeOutcome = 'disputed_fraudulent' | 'disputed_not_received' | 'disputed_inquiry';

type TestCard = { number: string; brand: string; outcome: CardOutcome; description: string };

export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', outcome: 'approve', description: 'Visa, is accepted' },
  {
    number: '5555555555554444',
    brand: 'mastercard',
    outcome: 'approve',
    description: 'Mastercard, is accepted',
  },
  {
    number: '378282246310005',
    brand: 'amex',
    outcome: 'approve',
    description: 'American Express, is accepted',
  },
  { number: '4000000000000002', brand: 'visa', outcome: 'generic_decline', description: 'Declined' },
  {
    number: '4000000000009995',
    brand: 'visa',
    outcome: 'insufficient_funds',
    description: 'Insufficient funds',
  },
  { number: '4000000000000069', brand: 'visa', outcome: 'expired_card', description: 'Expired card' },
  { number: '4000000000000127', brand: 'visa', outcome: 'incorrect_cvc', description: 'Incorrect CVC' },
  { number: '4000002760003184', brand: 'visa', outcome: 'authenticate', description: 'Asks for 3-D Secure' },
  {
    number: '4000002500003155',
    brand: 'visa',
    outcome: 'authenticate_once',
    description: 'Asks for 3-D Secure until it is saved',
  },
];

/** Stripe documents these cards too, but the page does not list them. */
const MORE_CARDS: readonly TestCard[] = [
  { number: '4111111111111111', brand: 'visa', outcome: 'approve', description: 'Visa' },
  { number: '4000056655665556', brand: 'visa', outcome: 'approve', description: 'Visa debit' },
  { number: '5200828282828210', brand: 'mastercard', outcome: 'approve', description: 'Mastercard debit' },
  {
    number: '2223003122003222',
    brand: 'mastercard',
    outcome: 'approve',
    description: 'Mastercard, 2-series',
  },
  { number: '371449635398431', brand: 'amex', outcome: 'approve', description: 'American Express' },
  { number: '6011111111111117', brand: 'discover', outcome: 'approve', description: 'Discover' },
  { number: '3056930009020004', brand: 'diners', outcome: 'approve', description: 'Diners Club' },
  { number: '3566002020360505', brand: 'jcb', outcome: 'approve', description: 'JCB' },
  { number: '6200000000000005', brand: 'unionpay', outcome: 'approve', description: 'UnionPay' },
  { number: '4000000000009987', brand: 'visa', outcome: 'lost_card', description: 'Lost card' },
  { number: '4000000000000119', brand: 'visa', outcome: 'processing_error', description: 'Processing error' },
  {
    number: '4000000000000341',
    brand: 'visa',
    outcome: 'decline_after_attach',
    description: 'Can be saved, is declined when charged',
  },
  { number: '4000000000003220', brand: 'visa', outcome: 'authenticate', description: '3-D Secure 2' },
  { number: '4000000000003063', brand: 'visa', outcome: 'authenticate', description: '3-D Secure required' },
  {
    number: '4000008400001629',
    brand: 'visa',
    outcome: 'authenticate_then_decline',
    description: '3-D Secure, then declined',
  },
  {
    number: '4000008260003178',
    brand: 'visa',
    outcome: 'authenticate_then_insufficient_funds',
    description: '3-D Secure, then insufficient funds',
  },
  { number: '4000000000007726', brand: 'visa', outcome: 'refund_pending', description: 'Slow refund' },
  { number: '4000000000005126', brand: 'visa', outcome: 'refund_fails', description: 'Refund fails later' },
  {
    number: '4000000000000259',
    brand: 'visa',
    outcome: 'disputed_fraudulent',
    description: 'Is disputed as fraudulent',
  },
  {
    number: '4000000000002685',
    brand: 'visa',
    outcome: 'disputed_not_received',
    description: 'Is disputed: not received',
  },
  {
    number: '4000000000001976',
    brand: 'visa',
    outcome: 'disputed_inquiry',
    description: 'The bank asks a question',
  },
];

export function findTestCard(number: string): TestCard | undefined {
  return [...TEST_CARDS, ...MORE_CARDS].find((card) => card.number === number);
}

type CardDecline = { code: string; declineCode: string | null; message: string };

const DECLINED = 'Your card was declined.';

const DECLINES: Record<
  Exclude<CardOutcome, 'approve' | 'authenticate' | AuthenticationOutcome | RefundOutcome | DisputeOutcome>,
  CardDecline
> = {
  generic_decline: { code: 'card_declined', declineCode: 'generic_decline', message: DECLINED },
  decline_after_attach: { code: 'card_declined', declineCode: 'generic_decline', message: DECLINED },
  insufficient_funds: {
    code: 'card_declined',
    declineCode: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  lost_card: { code: 'card_declined', declineCode: 'lost_card', message: DECLINED },
  expired_card: { code: 'expired_card', declineCode: 'expired_card', message: 'Your card has expired.' },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    declineCode: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  },
  processing_error: {
    code: 'processing_error',
    declineCode: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
};

/** Returns the error of a charge of this card, if there is one. */
export function declineForOutcome(outcome: string): CardDecline | undefined {
  return Object.entries(DECLINES).find(([name]) => name === outcome)?.[1];
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

/** Stripe's names for test cards, which tests use instead of a number. */
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
  pm_card_pendingRefund: '4000000000007726',
  pm_card_refundFail: '4000000000005126',
};

/** Returns the number of the test card with this name, such as `pm_card_visa`. */
export function numberOfCardToken(token: string): string | undefined {
  return Object.hasOwn(CARD_TOKENS, token) ? CARD_TOKENS[token] : undefined;
}
