import type Stripe from 'stripe';
import { PAYMENT_STATUS } from '../../src/contract/status.ts';
import type { EntryKind } from '../db/payment-schema.ts';
import type { PaymentChange, PaymentRow } from '../queries/payments.ts';
import { isPermissionError } from './provider.ts';

/** The state of a payment at the provider, in our own terms. */
export type ProviderPayment = {
  isPaid: boolean;
  sessionState: 'open' | 'complete' | 'expired';
  amountCents: number | null;
  currency: string;
  status: number;
  /** When the money arrived. */
  paid: Date | null;
  /** The intent and the card. */
  details: PaymentChange;
  /** All refunds, oldest first. */
  refunds: ProviderRefund[];
  /** The provider's status of the newest dispute. */
  dispute: string | null;
  /** Until when the newest dispute can be answered; null if it cannot, or the key must not read it. */
  disputeDue: Date | null;
  movements: Movement[];
};

/** A movement of money that the provider reports: what moved it, and where the provider has booked it. */
export type Movement = {
  kind: EntryKind;
  sourceId: string;
  /** The amount in the currency of the payment; positive if the account gains it. */
  amountCents: number;
  /** The balance transaction or its id; null as long as the provider has not booked the movement. */
  booked: string | Stripe.BalanceTransaction | null;
};

/** The fields that `toProviderPayment` needs in expanded form. */
export const SESSION_EXPAND = ['payment_intent.latest_charge'];

/**
 * Reads everything about a payment from the provider: by its session, or by its intent if it was made with a saved
 * card. Refunds and disputes are requested only if there are any. Returns undefined if neither is stored.
 */
export async function retrieveProviderPayment(
  stripe: Stripe,
  { sessionId, intentId }: Pick<PaymentRow, 'sessionId' | 'intentId'>,
  options: Stripe.RequestOptions,
): Promise<ProviderPayment | undefined> {
  let session: Stripe.Checkout.Session | null = null;
  let intent: Stripe.PaymentIntent | null;
  if (sessionId !== null) {
    session = await stripe.checkout.sessions.retrieve(sessionId, { expand: SESSION_EXPAND }, options);
    intent = expanded(session.payment_intent);
  } else if (intentId !== null) {
    intent = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }, options);
  } else return undefined;
  const payment = toProviderPayment(session, intent);
  if (intent?.status !== 'succeeded') return payment;
  const charge = expanded(intent.latest_charge);
  const disputes = charge?.disputed ? await listDisputes(stripe, intent.id, options) : [];
  // The charge does not list failed refunds.
  const { data } = await stripe.refunds.list({ payment_intent: intent.id, limit: 100 }, options);
  const refunds = data.toReversed();
  return {
    ...payment,
    refunds: refunds.map(toProviderRefund),
    dispute: charge?.disputed ? (disputes[0]?.status ?? UNKNOWN_DISPUTE) : null,
    disputeDue: toDeadline(disputes[0]),
    movements: [
      ...(charge === null ? [] : [movement('charge', charge.amount, charge, charge.balance_transaction)]),
      ...refunds.flatMap(refundMovements),
      ...disputes.flatMap(disputeMovements),
    ],
  };
}

function toDeadline(dispute: Stripe.Dispute | undefined): Date | null {
  const dueBy = dispute?.evidence_details.due_by;
  return dueBy == null ? null : new Date(dueBy * 1000);
}

/** A refund is booked when it is created. If it fails, the money is booked back. */
function refundMovements(refund: Stripe.Refund): Movement[] {
  const sent = movement('refund', -refund.amount, refund, refund.balance_transaction);
  return toRefundState(refund.status) === 'failed'
    ? [sent, movement('refund_failed', refund.amount, refund, refund.failure_balance_transaction)]
    : [sent];
}

/** An inquiry books nothing. A dispute withdraws the money at once and returns it if it is won. */
function disputeMovements(dispute: Stripe.Dispute): Movement[] {
  return dispute.balance_transactions.map((booked) =>
    booked.amount < 0
      ? movement('dispute', -dispute.amount, dispute, booked)
      : movement('dispute_reversed', dispute.amount, dispute, booked),
  );
}

function movement(
  kind: EntryKind,
  amountCents: number,
  { id }: { id: string },
  booked: Movement['booked'] | undefined,
): Movement {
  return { kind, amountCents, sourceId: id, booked: booked ?? null };
}

/** A refund at the provider. A `pending` refund has not arrived yet; the money of a `failed` one stays with us. */
export type ProviderRefund = ReturnType<typeof toProviderRefund>;

export function toProviderRefund({ id, amount, status, created, failure_reason, metadata }: Stripe.Refund) {
  return {
    id,
    amountCents: amount,
    state: toRefundState(status),
    created: new Date(created * 1000),
    failure: failure_reason ?? null,
    /** The row of `payment_refunds` that this refund was created for, if this server created it. */
    refundId: metadata?.refundId === undefined ? undefined : Number(metadata.refundId),
    /** How many attempts of that row had failed before. */
    attempt: Number(metadata?.attempt ?? 0),
  };
}

function toRefundState(status: string | null): 'pending' | 'done' | 'failed' {
  if (status === 'failed' || status === 'canceled') return 'failed';
  return status === 'succeeded' ? 'done' : 'pending';
}

/** A restricted key may lack the right to read disputes. The charge still shows that there is one. */
async function listDisputes(stripe: Stripe, intentId: string, options: Stripe.RequestOptions) {
  try {
    return (await stripe.disputes.list({ payment_intent: intentId, limit: 100 }, options)).data;
  } catch (error) {
    if (isPermissionError(error)) return [];
    throw error;
  }
}

const UNKNOWN_DISPUTE = 'needs_response';

/** Reads a checkout session that was retrieved with `SESSION_EXPAND`, or the intent of a payment without a session. */
export function toProviderPayment(
  session: Stripe.Checkout.Session | null,
  intent: Stripe.PaymentIntent | null,
): ProviderPayment {
  const isPaid = session === null ? intent?.status === 'succeeded' : session.payment_status === 'paid';
  const charge = expanded(intent?.latest_charge);
  return {
    isPaid,
    sessionState: toSessionState(session, intent),
    amountCents: session?.amount_total ?? (isPaid ? intent?.amount_received : intent?.amount) ?? null,
    currency: (session?.currency ?? intent?.currency ?? '').toUpperCase(),
    status: isPaid ? PAYMENT_STATUS.paid : toUnpaidStatus(session, intent),
    paid: isPaid && charge !== null ? new Date(charge.created * 1000) : null,
    details: {
      ...(intent === null ? {} : { intentId: intent.id }),
      failureMessage: intent?.last_payment_error?.message ?? null,
      ...cardDetails(intent),
    },
    refunds: [],
    dispute: null,
    disputeDue: null,
    movements: [],
  };
}

/** An intent that is processing can no longer be confirmed with another card. */
function toSessionState(
  session: Stripe.Checkout.Session | null,
  intent: Stripe.PaymentIntent | null,
): ProviderPayment['sessionState'] {
  if (session !== null) {
    if (session.status === 'complete') return 'complete';
    return session.status === 'expired' ? 'expired' : 'open';
  }
  if (intent?.status === 'succeeded' || intent?.status === 'processing') return 'complete';
  return intent?.status === 'canceled' ? 'expired' : 'open';
}

function toUnpaidStatus(
  session: Stripe.Checkout.Session | null,
  intent: Stripe.PaymentIntent | null,
): number {
  if (intent?.status === 'processing') return PAYMENT_STATUS.processing;
  if (intent !== null && intent.last_payment_error !== null) return PAYMENT_STATUS.failed;
  if (session?.status === 'expired' || intent?.status === 'canceled') return PAYMENT_STATUS.canceled;
  return session?.status === 'complete' ? PAYMENT_STATUS.processing : PAYMENT_STATUS.new;
}

function cardDetails(intent: Stripe.PaymentIntent | null): PaymentChange {
  const charge = expanded(intent?.latest_charge);
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

function expanded<T extends object>(value: string | T | null | undefined): T | null {
  return typeof value === 'object' ? value : null;
}
