import type * as v from 'valibot';
import { bookMovement } from './balance.ts';
import { toUnixSeconds } from './clock.ts';
import { type Context, inTransaction } from './context.ts';
import { emitEvent } from './events.ts';
import { newId } from './ids.ts';
import { updateMetadata } from './metadata.ts';
import type { Charge, Dispute } from './object-schemas.ts';
import type { DisputeParameters } from './parameter-schemas.ts';
import { listObjects, loadObject, saveObject } from './queries/objects.ts';
import { invalidParameter } from './stripe-error.ts';

/** The disputes of Stripe's dispute cards. An inquiry is a question that withdraws no money yet. */
const DISPUTES = new Map<string, Pick<Dispute, 'reason' | 'status'>>([
  ['disputed_fraudulent', { reason: 'fraudulent', status: 'needs_response' }],
  ['disputed_not_received', { reason: 'product_not_received', status: 'needs_response' }],
  ['disputed_inquiry', { reason: 'fraudulent', status: 'warning_needs_response' }],
]);

const CLOSED: readonly string[] = ['won', 'lost', 'warning_closed'];
const RESPONSE_TIME_S = 7 * 24 * 3600;

/** Opens the dispute that the test card of a charge defines, if there is one. */
export async function disputeCharge(context: Context, charge: Charge, outcome: string): Promise<void> {
  const claim = DISPUTES.get(outcome);
  if (claim === undefined) return;
  await saveObject(context, { ...charge, disputed: true });
  const id = newId('dispute');
  const { amount, currency } = charge;
  const isInquiry = claim.status === 'warning_needs_response';
  const withdrawn = isInquiry
    ? []
    : [await bookMovement(context, 'dispute', { amount: -amount, currency, source: id })];
  const dispute = await saveObject<Dispute>(context, {
    id,
    object: 'dispute',
    created: toUnixSeconds(context.now),
    amount,
    currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    ...claim,
    is_charge_refundable: isInquiry,
    metadata: {},
    evidence: {},
    evidence_details: {
      due_by: toUnixSeconds(context.now) + RESPONSE_TIME_S,
      has_evidence: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    balance_transactions: withdrawn,
  });
  await emitEvent(context, 'charge.dispute.created', dispute);
  if (!isInquiry) await emitEvent(context, 'charge.dispute.funds_withdrawn', dispute);
}

/** A warning of the bank that a payment may be fraudulent, if the test card of the charge defines one. */
export async function warnOfFraud(context: Context, charge: Charge, outcome: string): Promise<void> {
  if (outcome !== 'fraud_warning') return;
  const warning = await saveObject(context, {
    id: newId('radar.early_fraud_warning'),
    object: 'radar.early_fraud_warning' as const,
    created: toUnixSeconds(context.now),
    actionable: true,
    charge: charge.id,
    fraud_type: 'made_with_stolen_card',
    payment_intent: charge.payment_intent,
  });
  await emitEvent(context, 'radar.early_fraud_warning.created', warning);
}

/** @throws SandboxError 400 if a dispute holds or has taken the money of a charge */
export async function requireRefundable(context: Context, { id, payment_intent }: Charge): Promise<void> {
  const { data } = await listObjects(context, 'dispute', '', { limit: 100, filters: { payment_intent } });
  if (data.every(({ is_charge_refundable }) => is_charge_refundable)) return;
  throw invalidParameter(
    `Charge ${id} has been charged back; cannot issue a refund.`,
    'charge',
    'charge_disputed',
  );
}

/** A warning is no longer actionable once the payment is refunded. */
export async function resolveWarnings(context: Context, { payment_intent }: Charge): Promise<void> {
  const filters = { payment_intent, actionable: 'true' };
  const { data } = await listObjects(context, 'radar.early_fraud_warning', '', { limit: 100, filters });
  for (const warning of data) {
    const resolved = await saveObject(context, { ...warning, actionable: false });
    await emitEvent(context, 'radar.early_fraud_warning.updated', resolved);
  }
}

/**
 * Adds evidence, and submits it to the bank unless `submit` is false. Stripe's test evidence decides at once:
 * `winning_evidence` wins, `losing_evidence` loses. Any other evidence stays under review.
 */
export function updateDispute(
  context: Context,
  id: string,
  { evidence: added, metadata, submit }: v.InferOutput<typeof DisputeParameters>,
): Promise<Dispute> {
  return inTransaction(context, async (tx) => {
    const open = await lockOpenDispute(tx, id);
    const evidence = { ...open.evidence, ...added };
    const hasEvidence = Object.keys(evidence).length > 0;
    const isSubmitted = submit ?? Object.keys(added).length > 0;
    const { due_by, submission_count: count } = open.evidence_details;
    const submission = isSubmitted
      ? { submission_count: count + 1, submission_method: 'manual' as const }
      : { submission_count: count, submission_method: open.evidence_details.submission_method };
    const updated = await saveObject<Dispute>(tx, {
      ...open,
      metadata: updateMetadata(open.metadata, metadata),
      evidence,
      evidence_details: { due_by, has_evidence: hasEvidence, ...submission },
      status: isSubmitted ? (isInquiry(open) ? 'warning_under_review' : 'under_review') : open.status,
    });
    await emitEvent(tx, 'charge.dispute.updated', updated);
    const decision = isSubmitted ? evidence.uncategorized_text : undefined;
    if (decision === 'winning_evidence') return decide(tx, updated, 'won');
    return decision === 'losing_evidence' ? decide(tx, updated, 'lost') : updated;
  });
}

/** Accepts a dispute, which is then lost. */
export function closeDispute(context: Context, id: string): Promise<Dispute> {
  return inTransaction(context, async (tx) => decide(tx, await lockOpenDispute(tx, id), 'lost'));
}

/** A dispute that is won returns the money. An inquiry took none, so it is only closed. */
async function decide(tx: Context, open: Dispute, result: 'won' | 'lost'): Promise<Dispute> {
  const { id: source, amount, currency, balance_transactions: booked } = open;
  const isReturned = result === 'won' && booked.length > 0;
  const returned = isReturned
    ? [await bookMovement(tx, 'dispute_reversal', { amount, currency, source })]
    : [];
  const closed = await saveObject<Dispute>(tx, {
    ...open,
    status: isInquiry(open) ? 'warning_closed' : result,
    is_charge_refundable: result === 'won' || isInquiry(open),
    balance_transactions: [...booked, ...returned],
  });
  if (isReturned) await emitEvent(tx, 'charge.dispute.funds_reinstated', closed);
  await emitEvent(tx, 'charge.dispute.closed', closed);
  return closed;
}

function isInquiry({ status }: Dispute): boolean {
  return status.startsWith('warning');
}

async function lockOpenDispute(context: Context, id: string): Promise<Dispute> {
  const dispute = await loadObject(context, 'dispute', id, { lock: true });
  if (CLOSED.includes(dispute.status)) throw invalidParameter('This dispute is already closed.', 'dispute');
  return dispute;
}
