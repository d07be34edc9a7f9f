import type Stripe from 'stripe';
import type { SavedCardPayment } from '../../src/contract/payment.ts';
import { PAYMENT_STATUS } from '../../src/contract/status.ts';
import { ApiError } from '../http/api-error.ts';
import type { DeliveryRequestRow } from '../queries/delivery-requests.ts';
import { deliverySubject, type PaymentRow } from '../queries/payments.ts';
import { requireSavedCard } from './cards.ts';
import { findReusablePayment, openPayment, paymentLockName, requirePaymentDue } from './checkout.ts';
import { fingerprint } from './customer.ts';
import { finalizePayment, storeIntent } from './finalize-payment.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { withPaymentLock } from './payment-lock.ts';
import { paymentDescription, paymentMetadata, statementParameters } from './payment-parameters.ts';
import { isInvalidRequest, isProviderAway, toLogFields } from './provider.ts';

/** After this long an intent that no one has paid is canceled, as an unpaid checkout session expires. */
const INTENT_LIFETIME_MS = 24 * 3600_000;

export type SavedCardInput = {
  userId: number;
  requestId: number;
  origin: string;
  paymentMethodId: string;
  /** The amount that the customer saw. Any other amount is rejected. */
  amountCents: number;
  currency: string;
};

type PaymentWithIntent = PaymentRow & { intentId: string };

/**
 * Charges a saved card while the customer is present. One request has at most one intent at a time, and the provider
 * charges an intent at most once, so pressing twice, two tabs and a lost response never charge twice.
 * @throws ApiError 404 for a card of another account, 409 if nothing is due or the price has changed, 422 if the bank
 * declines the card
 */
export async function chargeSavedCard(
  dependencies: PaymentDependencies,
  input: SavedCardInput,
): Promise<SavedCardPayment> {
  const { amountCents: priceCents, currency } = input;
  const subject = deliverySubject(input.requestId);
  requireShownPrice(await requirePaymentDue(dependencies, input), input);
  return withPaymentLock(dependencies.db, paymentLockName(subject), async () => {
    const { customer } = await requireSavedCard(dependencies, input.userId, input.paymentMethodId);
    const isIntent = ({ sessionId }: PaymentRow) => sessionId === null;
    const reusable = await findReusablePayment(dependencies, { subject, priceCents, currency }, isIntent);
    // The checks above may have found that the request is paid.
    const request = await requirePaymentDue(dependencies, input);
    requireShownPrice(request, input);
    const payment = reusable ?? (await createIntentPayment(dependencies, request, input));
    const withIntent = await requireIntent(dependencies, payment, customer);
    return confirmIntent(dependencies, withIntent, input.paymentMethodId);
  });
}

/** The customer pays exactly the amount that the button showed. */
function requireShownPrice({ priceCents, currency }: DeliveryRequestRow, input: SavedCardInput): void {
  if (priceCents !== input.amountCents || currency !== input.currency) {
    throw new ApiError(409, 'PAYMENT_AMOUNT_CHANGED');
  }
}

/** The row exists before the intent, so that every intent that can be confirmed is known here. */
async function createIntentPayment(
  dependencies: PaymentDependencies,
  request: DeliveryRequestRow,
  { userId, origin }: SavedCardInput,
): Promise<PaymentRow> {
  const payment = await openPayment(dependencies, deliverySubject(request.id), {
    userId,
    sessionId: null,
    sessionUrl: null,
    origin,
    expires: new Date(dependencies.clock.now().getTime() + INTENT_LIFETIME_MS),
    amountCents: request.priceCents,
    currency: request.currency,
    description: paymentDescription(request),
  });
  if (payment === undefined) throw new ApiError(409, 'PAYMENT_NOT_DUE');
  return payment;
}

/** Creates the intent, not confirmed yet, and stores it. After a crash in between, the key returns the same intent. */
async function requireIntent(
  dependencies: PaymentDependencies,
  payment: PaymentRow,
  customer: string,
): Promise<PaymentWithIntent> {
  const { provider } = dependencies;
  const { id, intentId, amountCents, currency, description } = payment;
  if (intentId !== null) return { ...payment, intentId };
  const parameters = {
    amount: amountCents,
    currency: currency.toLowerCase(),
    customer,
    allowed_payment_method_types: ['card'],
    description,
    metadata: paymentMetadata(payment),
    ...statementParameters(dependencies.business),
  } satisfies Stripe.PaymentIntentCreateParams;
  const intent = await provider.stripe.paymentIntents.create(parameters, {
    idempotencyKey: `intent-${id}-${fingerprint(parameters)}`,
  });
  const stored = await storeIntent(dependencies, payment, intent.id);
  if (stored !== undefined) return { ...stored, intentId: intent.id };
  // The request changed during the call to the provider.
  await provider.stripe.paymentIntents.cancel(intent.id);
  throw new ApiError(409, 'PAYMENT_NOT_DUE');
}

async function confirmIntent(
  dependencies: PaymentDependencies,
  payment: PaymentWithIntent,
  paymentMethodId: string,
): Promise<SavedCardPayment> {
  const { stripe } = dependencies.provider;
  const before = await stripe.paymentIntents.retrieve(payment.intentId);
  // The bank has already asked about this card, in another tab or before a reload.
  if (before.status === 'requires_action' && before.payment_method === paymentMethodId) {
    return requiresAction(before);
  }
  let confirmed: Stripe.PaymentIntent;
  try {
    confirmed = await stripe.paymentIntents.confirm(payment.intentId, {
      payment_method: paymentMethodId,
      use_stripe_sdk: true,
    });
  } catch (error) {
    return explainFailure(dependencies, payment, error);
  }
  if (confirmed.status === 'requires_action') return requiresAction(confirmed);
  const current = await readOrStored(dependencies, payment);
  if (current.sessionState === 'complete') return outcomeOf(current);
  // The provider has said it already, and the reconciler stores it later.
  return { status: confirmed.status === 'succeeded' ? 'paid' : 'processing' };
}

/** Only the provider knows whether the card was charged. A later attempt confirms the same intent. */
async function explainFailure(
  dependencies: PaymentDependencies,
  payment: PaymentRow,
  error: unknown,
): Promise<SavedCardPayment> {
  const current = await readOrStored(dependencies, payment);
  if (current.sessionState === 'complete') return outcomeOf(current);
  if (isProviderAway(error)) return { status: 'checking' };
  if (isInvalidRequest(error)) {
    dependencies.log.warn({ ...toLogFields(error), payment: payment.id }, 'saved card not charged');
  }
  throw error;
}

/** Reads the payment; if the provider does not respond, returns it as it was. */
async function readOrStored(dependencies: PaymentDependencies, payment: PaymentRow): Promise<PaymentRow> {
  return finalizePayment(dependencies, payment).catch((error: unknown) => {
    dependencies.log.warn({ ...toLogFields(error), payment: payment.id }, 'payment not read');
    return payment;
  });
}

function outcomeOf({ status }: PaymentRow): SavedCardPayment {
  if (status === PAYMENT_STATUS.paid) return { status: 'paid' };
  if (status === PAYMENT_STATUS.processing) return { status: 'processing' };
  // The request changed while the card was charged. The money goes back.
  throw new ApiError(409, 'PAYMENT_NOT_DUE');
}

function requiresAction({ client_secret }: Stripe.PaymentIntent): SavedCardPayment {
  return { status: 'requiresAction', clientSecret: client_secret };
}
