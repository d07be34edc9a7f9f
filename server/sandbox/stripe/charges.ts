import type Stripe from 'stripe';
import * as v from 'valibot';
import { jobKind } from '../../queries/jobs.ts';
import { type Context, invalidParameter, toUnixSeconds } from './context.ts';
import {
  createObject,
  findObjects,
  loadObject,
  lockObject,
  newId,
  recordEvent,
  type Stored,
  updateObject,
} from './objects.ts';
import { keep } from './parameters.ts';
import { attachCard } from './payment-methods.ts';
import { delayedResult, findDecline, type PaymentError } from './test-cards.ts';

/** The fees of Stripe for European cards and for disputes. A refund returns no fee. */
const CARD_FEE = { percent: 1.5, fixedCents: 25 };
const DISPUTE_FEE_CENTS = 2000;

type Category = 'charge' | 'refund' | 'refund_failure' | 'dispute' | 'dispute_reversal';
type Movement = { amount: number; currency: string; source: string };

/** Books a movement of money in the balance of the account. `amount` is negative for money that leaves it. */
function bookMovement(context: Context, category: Category, { amount, currency, source }: Movement) {
  const fee = feeOf(category, amount);
  return createObject(context, 'balance_transaction', {
    amount,
    currency,
    fee,
    net: amount - fee,
    reporting_category: category,
    source,
  });
}

function feeOf(category: Category, amount: number): number {
  if (category === 'charge') return Math.round((amount * CARD_FEE.percent) / 100) + CARD_FEE.fixedCents;
  return category === 'dispute' ? DISPUTE_FEE_CENTS : 0;
}

export type Intent = Stored<'payment_intent'> | Stored<'setup_intent'>;
type PaymentIntent = Stored<'payment_intent'>;
type PaymentMethod = Stored<'payment_method'>;

/** The state of an intent after an attempt. The error says why the bank declined the card. */
export type Attempt = { intent: Intent; error?: PaymentError };

/** So long a delayed payment is processing. A real bank debit takes days. */
const PROCESSING_MS = 10_000;
/** Sets a refund or a delayed payment to its result. */
export const resultJob = jobKind('sandbox-result', {
  object: v.picklist(['refund', 'payment_intent']),
  id: v.string(),
});
const DEBIT_FAILED: PaymentError = {
  type: 'card_error',
  code: 'payment_intent_payment_attempt_failed',
  message: 'The bank could not collect the money.',
};

/** Charges a card for an intent, whose row must be locked. */
export async function chargeIntent(
  tx: Context,
  intent: PaymentIntent,
  method: PaymentMethod,
  outcome: string,
): Promise<Attempt> {
  const { amount, currency, customer, description, metadata } = intent;
  const { brand, last4, exp_month, exp_year } = method.card ?? {};
  const charge = await createObject(tx, 'charge', {
    amount,
    captured: true,
    currency,
    customer,
    description,
    metadata,
    status: 'pending',
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: { brand, last4, exp_month, exp_year } },
    billing_details: method.billing_details,
  });
  const attempted = await updateObject(tx, intent, {
    payment_method: method.id,
    next_action: null,
    latest_charge: charge.id,
  });
  const becomes = delayedResult(outcome);
  if (becomes === undefined) {
    return decideCharge(tx, attempted, charge, method, findDecline(outcome, 'charge'));
  }
  await resultJob.enqueue(tx.db, { object: 'payment_intent', id: intent.id }, PROCESSING_MS);
  const processing = { status: 'processing', sandbox_becomes: becomes } as const;
  return { intent: await updateObject(tx, attempted, processing, 'payment_intent.processing') };
}

/** Decides a delayed payment. Returns undefined if it is decided already. */
export async function decideDelayedPayment(tx: Context, id: string): Promise<Attempt | undefined> {
  const intent = await lockObject(tx, 'payment_intent', id);
  if (intent.sandbox_becomes == null) return undefined;
  const charge = await lockObject(tx, 'charge', intent.latest_charge ?? '');
  const method = await loadObject(tx, 'payment_method', charge.payment_method ?? '');
  const error = intent.sandbox_becomes === 'failed' ? DEBIT_FAILED : undefined;
  return decideCharge(tx, { ...intent, sandbox_becomes: null }, charge, method, error);
}

/** After a charge the card is saved if the payment asks for it, and the dispute or warning of its test card follows. */
async function decideCharge(
  tx: Context,
  intent: PaymentIntent,
  charge: Stored<'charge'>,
  method: PaymentMethod,
  error: PaymentError | undefined,
): Promise<Attempt> {
  const { id: source, amount, currency } = charge;
  if (error !== undefined) {
    await updateObject(tx, charge, { status: 'failed', captured: false }, 'charge.failed');
    return failIntent(tx, intent, method, error);
  }
  const booked = await bookMovement(tx, 'charge', { amount, currency, source });
  const settled = { paid: true, status: 'succeeded', balance_transaction: booked.id } as const;
  const paid = await updateObject(tx, charge, settled, 'charge.succeeded');
  const done = { status: 'succeeded', amount_received: amount, last_payment_error: null } as const;
  const succeeded = await updateObject(tx, intent, done, 'payment_intent.succeeded');
  if (intent.setup_future_usage !== null) await attachCard(tx, method, intent.customer);
  await disputeCharge(tx, paid, method.sandbox_outcome);
  await warnOfFraud(tx, paid, method.sandbox_outcome);
  return { intent: succeeded };
}

/** Records a failed attempt. The intent can then be confirmed with another card. */
export async function failIntent(tx: Context, intent: Intent, method: PaymentMethod, error: PaymentError) {
  const last = { ...error, payment_method: method };
  const reset = { status: 'requires_payment_method', payment_method: null, next_action: null } as const;
  const failed =
    intent.object === 'payment_intent'
      ? await updateObject(
          tx,
          intent,
          { ...reset, last_payment_error: last },
          'payment_intent.payment_failed',
        )
      : await updateObject(tx, intent, { ...reset, last_setup_error: last }, 'setup_intent.setup_failed');
  return { intent: failed, error };
}

type Charge = Stored<'charge'>;
type Dispute = Stored<'dispute'>;

/** The disputes of Stripe's dispute cards. An inquiry is a question that withdraws no money yet. */
const DISPUTES = new Map<string, { reason: string; status: 'needs_response' | 'warning_needs_response' }>([
  ['disputed_fraudulent', { reason: 'fraudulent', status: 'needs_response' }],
  ['disputed_not_received', { reason: 'product_not_received', status: 'needs_response' }],
  ['disputed_inquiry', { reason: 'fraudulent', status: 'warning_needs_response' }],
]);

const CLOSED: readonly string[] = ['won', 'lost', 'warning_closed'];
const RESPONSE_TIME_S = 7 * 24 * 3600;

/** Opens the dispute that the test card of a charge defines, if there is one. */
async function disputeCharge(tx: Context, charge: Charge, outcome: string): Promise<void> {
  const claim = DISPUTES.get(outcome);
  if (claim === undefined) return;
  const { id, amount, currency, payment_intent } = charge;
  await updateObject(tx, charge, { disputed: true });
  const dispute = await createObject(tx, 'dispute', {
    ...claim,
    amount,
    currency,
    charge: id,
    payment_intent,
    is_charge_refundable: isInquiry(claim),
    evidence_details: { due_by: toUnixSeconds(tx.now) + RESPONSE_TIME_S },
  });
  const booked = isInquiry(dispute) ? dispute : await book(tx, dispute, 'dispute', -amount);
  await recordEvent(tx, 'charge.dispute.created', booked);
  if (!isInquiry(dispute)) await recordEvent(tx, 'charge.dispute.funds_withdrawn', booked);
}

async function book(tx: Context, dispute: Dispute, category: 'dispute' | 'dispute_reversal', amount: number) {
  const { id: source, currency, balance_transactions: before } = dispute;
  const booked = await bookMovement(tx, category, { amount, currency, source });
  return updateObject(tx, dispute, { balance_transactions: [...before, booked] });
}

/** A warning of the bank that a payment may be fraudulent, if the test card of the charge defines one. */
async function warnOfFraud(tx: Context, charge: Charge, outcome: string): Promise<void> {
  if (outcome !== 'fraud_warning') return;
  const payment = { charge: charge.id, payment_intent: charge.payment_intent ?? '' };
  const warning = { ...payment, actionable: true, fraud_type: 'made_with_stolen_card' };
  await createObject(tx, 'radar.early_fraud_warning', warning, 'radar.early_fraud_warning.created');
}

/** @throws SandboxError 400 if a dispute holds or has taken the money of a charge */
async function requireRefundable(tx: Context, { id, payment_intent }: Charge): Promise<void> {
  const disputes = await findObjects(tx, 'dispute', { payment_intent });
  if (disputes.every(({ is_charge_refundable }) => is_charge_refundable)) return;
  const message = `Charge ${id} has been charged back; cannot issue a refund.`;
  throw invalidParameter(message, 'charge', 'charge_disputed');
}

/** A warning is no longer actionable once the payment is refunded. */
async function resolveWarnings(tx: Context, { payment_intent }: Charge): Promise<void> {
  for (const warning of await findObjects(tx, 'radar.early_fraud_warning', {
    payment_intent,
    actionable: true,
  })) {
    await updateObject(tx, warning, { actionable: false }, 'radar.early_fraud_warning.updated');
  }
}

/**
 * Adds evidence, and submits it to the bank unless `submit` is false. Stripe's test evidence decides at once:
 * `winning_evidence` wins, `losing_evidence` loses. Any other evidence stays under review.
 */
export async function updateDispute(tx: Context, id: string, input: Stripe.DisputeUpdateParams) {
  const open = await lockOpenDispute(tx, id);
  const kept = await updateObject(tx, open, keep(['evidence', 'metadata'], input, open));
  const has_evidence = Object.values(kept.evidence).some((value) => typeof value === 'string');
  const isSubmitted = input.submit ?? input.evidence !== undefined;
  const submission_count = open.evidence_details.submission_count + (isSubmitted ? 1 : 0);
  const updated = await updateObject(
    tx,
    kept,
    {
      evidence_details: { ...open.evidence_details, has_evidence, submission_count },
      ...(isSubmitted && { status: isInquiry(open) ? 'warning_under_review' : 'under_review' }),
    },
    'charge.dispute.updated',
  );
  const decision = isSubmitted ? updated.evidence.uncategorized_text : undefined;
  if (decision === 'winning_evidence') return decide(tx, updated, 'won');
  return decision === 'losing_evidence' ? decide(tx, updated, 'lost') : updated;
}

/** Accepts a dispute, which is then lost. */
export async function closeDispute(tx: Context, id: string): Promise<Dispute> {
  return decide(tx, await lockOpenDispute(tx, id), 'lost');
}

/** A dispute that is won returns the money. An inquiry took none, so it is only closed. */
async function decide(tx: Context, open: Dispute, result: 'won' | 'lost'): Promise<Dispute> {
  const isReturned = result === 'won' && !isInquiry(open);
  const settled = isReturned ? await book(tx, open, 'dispute_reversal', open.amount) : open;
  const status = isInquiry(open) ? 'warning_closed' : result;
  const is_charge_refundable = status !== 'lost';
  const closed = await updateObject(tx, settled, { status, is_charge_refundable });
  if (isReturned) await recordEvent(tx, 'charge.dispute.funds_reinstated', closed);
  await recordEvent(tx, 'charge.dispute.closed', closed);
  return closed;
}

function isInquiry({ status }: { status: string }): boolean {
  return status.startsWith('warning');
}

async function lockOpenDispute(tx: Context, id: string): Promise<Dispute> {
  const dispute = await lockObject(tx, 'dispute', id);
  if (CLOSED.includes(dispute.status)) throw invalidParameter('This dispute is already closed.', 'dispute');
  return dispute;
}

/** The first and the final status of a refund to this test card. */
const COURSES = new Map([
  ['refund_pending', { status: 'pending', sandbox_becomes: 'succeeded' as const }],
  ['refund_fails', { status: 'succeeded', sandbox_becomes: 'failed' as const }],
]);

/** Refunds a charge: the given amount or all of it, and never more than was paid. */
export async function createRefund(tx: Context, input: Stripe.RefundCreateParams): Promise<Stored<'refund'>> {
  const intentId =
    input.payment_intent ?? (await loadObject(tx, 'charge', input.charge ?? '')).payment_intent;
  const intent = await lockObject(tx, 'payment_intent', intentId ?? '');
  if (intent.status !== 'succeeded') {
    const message = 'This PaymentIntent does not have a successful charge to refund.';
    throw invalidParameter(message, 'payment_intent');
  }
  const charge = await lockObject(tx, 'charge', intent.latest_charge ?? '');
  const left = charge.amount - charge.amount_refunded;
  const amount = input.amount ?? left;
  if (left === 0) {
    const message = `Charge ${charge.id} has already been refunded.`;
    throw invalidParameter(message, 'charge', 'charge_already_refunded');
  }
  await requireRefundable(tx, charge);
  if (amount < 1 || amount > left || !Number.isInteger(amount)) {
    throw invalidParameter('Refund amount is greater than unrefunded amount on charge', 'amount');
  }
  const method = await loadObject(tx, 'payment_method', charge.payment_method ?? '');
  const [id, { currency }] = [newId('refund'), charge];
  const booked = await bookMovement(tx, 'refund', { amount: -amount, currency, source: id });
  const fields = {
    ...keep(['reason', 'metadata'], input),
    id,
    amount,
    currency,
    balance_transaction: booked.id,
    charge: charge.id,
    payment_intent: intent.id,
    ...(COURSES.get(method.sandbox_outcome) ?? { status: 'succeeded' }),
  };
  const refund = await createObject(tx, 'refund', fields, 'refund.created');
  if (refund.sandbox_becomes != null) await resultJob.enqueue(tx.db, { object: 'refund', id });
  await recordEvent(tx, 'charge.refunded', await changeRefunded(tx, charge, amount));
  if (amount === left) await resolveWarnings(tx, charge);
  return refund;
}

/** Sets a refund to the final status that its test card defines. */
export async function finishRefund(tx: Context, id: string): Promise<void> {
  const refund = await lockObject(tx, 'refund', id);
  const { amount, currency, sandbox_becomes: status } = refund;
  if (status == null) return;
  const decided = { status, sandbox_becomes: null };
  if (status === 'succeeded') {
    await updateObject(tx, refund, decided, 'refund.updated');
    return;
  }
  const booked = await bookMovement(tx, 'refund_failure', { amount, currency, source: id });
  const failure = { failure_reason: 'expired_or_canceled_card', failure_balance_transaction: booked.id };
  const failed = await updateObject(tx, refund, { ...decided, ...failure }, 'refund.updated');
  await changeRefunded(tx, await lockObject(tx, 'charge', refund.charge ?? ''), -amount);
  await recordEvent(tx, 'refund.failed', failed);
}

function changeRefunded(tx: Context, charge: Stored<'charge'>, by: number): Promise<Stored<'charge'>> {
  const amount_refunded = charge.amount_refunded + by;
  return updateObject(tx, charge, { amount_refunded, refunded: amount_refunded === charge.amount });
}
