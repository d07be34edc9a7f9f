import type Stripe from 'stripe';
import { PAYMENT_STATUS } from '../../src/contract/status.ts';
import type { EntryKind } from '../db/payment-schema.ts';
import type { PaymentChange } from '../queries/payments.ts';
import { isPermissionError } from './provider.ts';

/** A refund at the provider. A `pending` refund has not arrived yet; the money of a `failed` one stays with us. */
export type ProviderRefund = {
  id: string;
  amountCents: number;
  state: 'pending' | 'done' | 'failed';
  created: Date;
  failure: string | null;
  balanceTransaction: string | null;
  failureBalanceTransaction: string | null;
  /** The row of `payment_refunds` that this refund was created for, if this server created it. */
  refundId: number | undefined;
  /** How many attempts of that row had failed before. */
  attempt: number;
};

/** The state of a checkout session at the provider, in our own terms. */
export type ProviderPayment = {
  isPaid: boolean;
  sessionState: 'open' | 'complete' | 'expired';
  amountCents: number | null;
  currency: string;
  status: number;
  /** The card and the documents that exist so far. */
  details: PaymentChange;
  /** All refunds, oldest first; undefined if they are not known. */
  refunds: ProviderRefund[] | undefined;
  /** The provider's status of the newest dispute. */
  dispute: string | null;
  /** The money movements of the charge and the disputes. Refunds are in `refunds`. */
  movements: Movement[];
};

/** The amount that the account gained, or lost if it is negative. */
export type Movement = {
  kind: EntryKind;
  amountCents: number;
  sourceId: string;
  time: Date;
  /** The provider's balance transaction, which contains the fee. It may be known later than the movement. */
  balanceTransaction: string | null;
};

/** The fields that `toProviderPayment` needs in expanded form. */
export const SESSION_EXPAND = ['payment_intent.latest_charge', 'invoice'];

/** Reads everything about a session from the provider. Refunds and disputes are requested only if there are any. */
export async function retrieveProviderPayment(
  stripe: Stripe,
  sessionId: string,
  options: Stripe.RequestOptions = {},
): Promise<ProviderPayment> {
  const session = await stripe.checkout.sessions.retrieve(sessionId, { expand: SESSION_EXPAND }, options);
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  return withMovements(stripe, toProviderPayment(session), intent, options);
}

/** Reads everything about a payment with a saved card, which has no session. */
export async function retrieveIntentPayment(
  stripe: Stripe,
  intentId: string,
  options: Stripe.RequestOptions = {},
): Promise<ProviderPayment> {
  const intent = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }, options);
  return withMovements(stripe, intentToProviderPayment(intent), intent, options);
}

async function withMovements(
  stripe: Stripe,
  providerPayment: ProviderPayment,
  intent: Stripe.PaymentIntent | null,
  options: Stripe.RequestOptions,
): Promise<ProviderPayment> {
  if (intent?.status !== 'succeeded') return providerPayment;
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
  const disputes = charge?.disputed ? await listDisputes(stripe, intent.id, options) : [];
  return {
    ...providerPayment,
    refunds: await listRefunds(stripe, intent.id, options),
    dispute: charge?.disputed ? (disputes[0]?.status ?? UNKNOWN_DISPUTE) : null,
    movements: [
      ...(charge === null ? [] : [movement('charge', charge.amount, charge, charge.balance_transaction)]),
      ...disputes.flatMap(disputeMovements),
    ],
  };
}

/** An inquiry withdraws no money. A dispute withdraws it at once and returns it if it is won. */
function disputeMovements(dispute: Stripe.Dispute): Movement[] {
  if (dispute.status.startsWith('warning_') || dispute.status === 'prevented') return [];
  const [withdrawal, reversal] = dispute.balance_transactions;
  const taken = movement('dispute', -dispute.amount, dispute, withdrawal);
  return dispute.status === 'won'
    ? [taken, movement('dispute_won', dispute.amount, dispute, reversal)]
    : [taken];
}

function movement(
  kind: EntryKind,
  amountCents: number,
  { id, created }: { id: string; created: number },
  booked: string | Stripe.BalanceTransaction | null | undefined,
): Movement {
  const balanceTransaction = idOf(booked);
  return { kind, amountCents, sourceId: id, time: new Date(created * 1000), balanceTransaction };
}

/** Failed refunds are included, and the charge does not list them. */
async function listRefunds(
  stripe: Stripe,
  intentId: string,
  options: Stripe.RequestOptions,
): Promise<ProviderRefund[]> {
  const { data } = await stripe.refunds.list({ payment_intent: intentId, limit: 100 }, options);
  return data.toReversed().map(toProviderRefund);
}

export function toProviderRefund(refund: Stripe.Refund): ProviderRefund {
  return {
    id: refund.id,
    amountCents: refund.amount,
    state: toRefundState(refund.status),
    created: new Date(refund.created * 1000),
    failure: refund.failure_reason ?? null,
    balanceTransaction: idOf(refund.balance_transaction),
    failureBalanceTransaction: idOf(refund.failure_balance_transaction),
    refundId: refund.metadata?.refundId === undefined ? undefined : Number(refund.metadata.refundId),
    attempt: Number(refund.metadata?.attempt ?? 0),
  };
}

function idOf(booked: string | Stripe.BalanceTransaction | null | undefined): string | null {
  return typeof booked === 'object' ? (booked?.id ?? null) : (booked ?? null);
}

function toRefundState(status: string | null): ProviderRefund['state'] {
  if (status === 'failed' || status === 'canceled') return 'failed';
  return status === 'succeeded' ? 'done' : 'pending';
}

/** A restricted key may lack the right to read disputes. The charge still shows that there is one. */
async function listDisputes(
  stripe: Stripe,
  intentId: string,
  options: Stripe.RequestOptions,
): Promise<Stripe.Dispute[]> {
  try {
    return (await stripe.disputes.list({ payment_intent: intentId, limit: 100 }, options)).data;
  } catch (error) {
    if (isPermissionError(error)) return [];
    throw error;
  }
}

const UNKNOWN_DISPUTE = 'needs_response';

/** Reads a checkout session that was retrieved with `SESSION_EXPAND`. */
function toProviderPayment(session: Stripe.Checkout.Session): ProviderPayment {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  return {
    isPaid: session.payment_status === 'paid',
    sessionState: toSessionState(session),
    amountCents: session.amount_total,
    currency: (session.currency ?? '').toUpperCase(),
    status: toPaymentStatus(session, intent),
    details: {
      intentId: intent?.id ?? null,
      failureMessage: intent?.last_payment_error?.message ?? null,
      ...cardDetails(intent),
      ...documentUrls(session, intent),
    },
    refunds: [],
    dispute: null,
    movements: [],
  };
}

function intentToProviderPayment(intent: Stripe.PaymentIntent): ProviderPayment {
  const isPaid = intent.status === 'succeeded';
  return {
    isPaid,
    sessionState: toIntentState(intent),
    amountCents: isPaid ? intent.amount_received : intent.amount,
    currency: intent.currency.toUpperCase(),
    status: toIntentPaymentStatus(intent),
    details: {
      intentId: intent.id,
      failureMessage: intent.last_payment_error?.message ?? null,
      ...cardDetails(intent),
      receiptUrl: receiptUrl(intent),
    },
    refunds: [],
    dispute: null,
    movements: [],
  };
}

/** An intent that is processing can no longer be confirmed with another card. */
function toIntentState({ status }: Stripe.PaymentIntent): ProviderPayment['sessionState'] {
  if (status === 'succeeded' || status === 'processing') return 'complete';
  return status === 'canceled' ? 'expired' : 'open';
}

function toIntentPaymentStatus({ status, last_payment_error }: Stripe.PaymentIntent): number {
  if (status === 'succeeded') return PAYMENT_STATUS.paid;
  if (status === 'processing') return PAYMENT_STATUS.processing;
  if (last_payment_error !== null) return PAYMENT_STATUS.failed;
  return status === 'canceled' ? PAYMENT_STATUS.canceled : PAYMENT_STATUS.new;
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
  // A card that failed 3-D Secure was never charged, so only the intent contains it.
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
  const invoice = typeof session.invoice === 'object' ? session.invoice : null;
  return { receiptUrl: receiptUrl(intent), invoiceUrl: invoice?.hosted_invoice_url ?? null };
}

function receiptUrl(intent: Stripe.PaymentIntent | null): string | null {
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null;
  return charge?.receipt_url ?? null;
}
