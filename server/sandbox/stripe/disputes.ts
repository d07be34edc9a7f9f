import type Stripe from 'stripe';
import { bookMovement } from './balance.ts';
import { type Context, invalidParameter, toUnixSeconds } from './context.ts';
import { createObject, findObjects, lockObject, recordEvent, type Stored, updateObject } from './objects.ts';
import { keep } from './parameters.ts';

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
export async function disputeCharge(tx: Context, charge: Charge, outcome: string): Promise<void> {
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
    evidence_details: {
      due_by: toUnixSeconds(tx.now) + RESPONSE_TIME_S,
      submission_method: 'not_submitted',
    },
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
export async function warnOfFraud(tx: Context, charge: Charge, outcome: string): Promise<void> {
  if (outcome !== 'fraud_warning') return;
  const payment = { charge: charge.id, payment_intent: charge.payment_intent ?? '' };
  const warning = { ...payment, actionable: true, fraud_type: 'made_with_stolen_card' };
  await createObject(tx, 'radar.early_fraud_warning', warning, 'radar.early_fraud_warning.created');
}

/** @throws SandboxError 400 if a dispute holds or has taken the money of a charge */
export async function requireRefundable(tx: Context, { id, payment_intent }: Charge): Promise<void> {
  const disputes = await findObjects(tx, 'dispute', { payment_intent });
  if (disputes.every(({ is_charge_refundable }) => is_charge_refundable)) return;
  const message = `Charge ${id} has been charged back; cannot issue a refund.`;
  throw invalidParameter(message, 'charge', 'charge_disputed');
}

/** A warning is no longer actionable once the payment is refunded. */
export async function resolveWarnings(tx: Context, { payment_intent }: Charge): Promise<void> {
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
  const { submission_count } = open.evidence_details;
  const submission = isSubmitted && {
    submission_count: submission_count + 1,
    submission_method: 'manual' as const,
  };
  const updated = await updateObject(
    tx,
    kept,
    {
      evidence_details: { ...open.evidence_details, has_evidence, ...submission },
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
