import type { Mutation } from './mutation.ts';

const WEBHOOK_TESTS = 'tests/server/payment-webhook.test.ts';
const SESSION_TESTS = 'tests/server/payment-session.test.ts';
const REFUND_TESTS = 'tests/server/payment-refunds.test.ts';
const DELIVERY_REQUESTS = 'tests/server/delivery-requests.test.ts';

const WEBHOOK = 'server/payments/webhook.ts';
const CHECKOUT = 'server/payments/checkout.ts';
const FINALIZE = 'server/payments/finalize-payment.ts';
const PAYMENT_STATE = 'server/payments/payment-state.ts';
const ROUTES = 'server/deliveries/delivery-requests.ts';

/** Payments: who confirms them, for which amount, once, and what is refunded. */
export const PAYMENT_MUTATIONS: readonly Mutation[] = [
  {
    rule: 'REL-35',
    name: 'events are listed from a time to which the clock was ahead',
    file: 'server/payments/reconcile.ts',
    change: { symbol: 'handleMissedEvents', kind: 'condition', containing: 'read < now', value: 'true' },
    tests: 'tests/server/clock-set-back.test.ts',
  },
  {
    rule: 'REL-10',
    name: 'a webhook is accepted without a valid signature',
    file: WEBHOOK,
    change: {
      symbol: 'handleWebhook',
      kind: 'returnEarly',
      value: 'handlePaymentEvent(dependencies, JSON.parse(rawBody))',
    },
    tests: WEBHOOK_TESTS,
  },
  {
    rule: 'REL-10',
    name: 'an unpaid session counts as paid',
    file: 'server/payments/provider-payment.ts',
    change: { symbol: 'toProviderPayment', kind: 'setProperty', property: 'isPaid', value: 'true' },
    tests: WEBHOOK_TESTS,
  },
  {
    rule: 'REL-10',
    name: 'a payment without a webhook is never found',
    file: 'server/payments/reconcile.ts',
    change: { symbol: 'reconcile', kind: 'removeCall', callee: 'handleMissedEvents' },
    tests: WEBHOOK_TESTS,
  },
  {
    rule: 'REL-10',
    name: 'a delivery that is under way becomes paid again',
    file: 'server/queries/delivery-requests.ts',
    change: { symbol: 'markPaid', kind: 'removeCall', callee: 'eq', containing: 'waitingPayment' },
    tests: DELIVERY_REQUESTS,
  },
  {
    rule: 'REL-11',
    name: 'each press of Pay opens another checkout',
    file: CHECKOUT,
    change: { symbol: 'createCheckoutSession', kind: 'removeCall', callee: 'findReusablePayment' },
    tests: SESSION_TESTS,
  },
  {
    rule: 'REL-11',
    name: 'a checkout at an old price stays open',
    file: CHECKOUT,
    change: { symbol: 'hasPrice', kind: 'removeOperand', containing: 'amountCents' },
    tests: SESSION_TESTS,
  },
  {
    rule: 'REL-11',
    name: 'a late payment is not refunded',
    file: FINALIZE,
    change: { symbol: 'storeRead', kind: 'removeCall', callee: 'requestRefund' },
    tests: SESSION_TESTS,
  },
  {
    rule: 'PAY-07',
    name: 'a refund at the provider is not seen',
    file: 'server/queries/payment-ledger.ts',
    change: { symbol: 'insertEntries', kind: 'setProperty', property: 'amountRefundedCents', value: '0' },
    tests: REFUND_TESTS,
  },
  {
    rule: 'PAY-07',
    name: 'a failed refund is not tried again',
    file: PAYMENT_STATE,
    change: { symbol: 'changeOf', kind: 'condition', containing: "!== 'failed'", value: 'true' },
    tests: REFUND_TESTS,
  },
  {
    rule: 'PAY-07',
    name: 'a delivery whose money went back is accepted',
    file: 'server/deliveries/accept-request.ts',
    change: { symbol: 'acceptRequest', kind: 'removeCall', callee: 'requireSettledPayment' },
    tests: REFUND_TESTS,
  },
  {
    rule: 'REL-11',
    name: 'a payment for a closed checkout pays the delivery',
    file: PAYMENT_STATE,
    change: { symbol: 'isAccepted', kind: 'removeOperand', containing: 'sessionState' },
    tests: SESSION_TESTS,
  },
  {
    rule: 'REL-11',
    name: 'an edit leaves the old checkout open',
    file: ROUTES,
    change: { symbol: 'editRequest', kind: 'removeCall', callee: 'expireSessions' },
    tests: DELIVERY_REQUESTS,
  },
  {
    rule: 'REL-11',
    name: 'a deleted delivery can still be paid',
    file: ROUTES,
    change: { symbol: 'deleteRequest', kind: 'removeCall', callee: 'expireSessions' },
    tests: DELIVERY_REQUESTS,
  },
  {
    rule: 'NUM-04',
    name: 'the checkout charges another amount than the price of the request',
    file: CHECKOUT,
    change: {
      symbol: 'unit_amount',
      kind: 'constant',
      value: 'request.priceCents + 1',
    },
    tests: SESSION_TESTS,
  },
  {
    rule: 'NUM-04',
    name: 'an edited parcel keeps its old price',
    file: ROUTES,
    change: { symbol: 'editRequest', kind: 'replaceText', find: '...price,', replacement: '' },
    tests: DELIVERY_REQUESTS,
  },
  {
    rule: 'REL-16',
    name: 'the browser is sent to a checkout on any host',
    file: 'src/use-cases/payments/checkout.ts',
    change: { symbol: 'isOurs', kind: 'constant', value: 'true' },
    tests: 'tests/component/checkout-url.test.tsx',
  },
  {
    rule: 'REL-17',
    name: 'more than the last four digits of a card are stored',
    file: 'server/sandbox/stripe/payment-methods.ts',
    change: { symbol: 'createPaymentMethod', kind: 'setProperty', property: 'last4', value: 'card.number' },
    tests: 'tests/server/payment-cards.test.ts',
  },
  {
    rule: 'REL-17',
    name: 'the sandbox accepts cards that may be real',
    file: 'server/sandbox/stripe/payment-methods.ts',
    change: { symbol: 'validateNumber', kind: 'condition', containing: 'findTestCard', value: 'false' },
    tests: 'tests/server/sandbox-checkout-page.test.ts',
  },
];
