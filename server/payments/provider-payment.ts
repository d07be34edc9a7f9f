import type Stripe from 'stripe';
import { PAYMENT_STATUS } from '../../src/contract/status.ts';
import type { PaymentChange } from '../queries/payments.ts';

/** What the provider says about a session, in our words. */
export type ProviderPayment = {
  isPaid: boolean;
  sessionState: 'open' | 'complete' | 'expired';
  amountCents: number | null;
  currency: string;
  status: number;
  /** Card and documents, as far as they exist yet. */
  details: PaymentChange;
};

/** The fields that `toProviderPayment` needs to have expanded. */
export const SESSION_EXPAND = ['payment_intent.latest_charge', 'invoice'];

/** Reads a checkout session that was retrieved with `EXPAND`. */
export function toProviderPayment(session: Stripe.Checkout.Session): ProviderPayment {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  return {
    isPaid: session.payment_status === 'paid',
    sessionState: toSessionState(session),
    amountCents: session.amount_total,
    currency: (session.currency ?? '').toUpperCase(),
    status: toPaymentStatus(session, intent),
    details: { intentId: intent?.id ?? null, ...cardDetails(intent), ...documentUrls(session, intent) },
  };
}

function toSessionState({ status }: Stripe.Checkout.Session): ProviderPayment['sessionState'] {
  if (status === 'complete') return 'complete';
  return status === 'expired' ? 'expired' : 'open';
}

function toPaymentStatus(session: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | null): number {
  if (session.payment_status === 'paid') return PAYMENT_STATUS.paid;
  if (intent?.status === 'processing') return PAYMENT_STATUS.processing;
  const hasFailed = (intent?.last_payment_error ?? null) !== null;
  if (hasFailed) return PAYMENT_STATUS.failed;
  if (session.status === 'expired') return PAYMENT_STATUS.canceled;
  return session.status === 'complete' ? PAYMENT_STATUS.processing : PAYMENT_STATUS.new;
}

function cardDetails(intent: Stripe.PaymentIntent | null): PaymentChange {
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null;
  const failed = intent?.last_payment_error?.payment_method;
  // A card that failed 3-D Secure was never charged: only the intent knows it.
  const card = failed?.card ?? charge?.payment_method_details?.card;
  const name = failed?.billing_details.name ?? charge?.billing_details.name;
  if (card === undefined || card === null) return {};
  return {
    cardBrand: card.brand,
    cardLast4: card.last4,
    cardExpMonth: card.exp_month,
    cardExpYear: card.exp_year,
    cardholderName: name ?? null,
  };
}

function documentUrls(session: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | null): PaymentChange {
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null;
  const invoice = typeof session.invoice === 'object' ? session.invoice : null;
  return { receiptUrl: charge?.receipt_url ?? null, invoiceUrl: invoice?.hosted_invoice_url ?? null };
}
