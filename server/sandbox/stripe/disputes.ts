import type { Db } from '../../db/database.ts';
import { bookMovement } from './balance.ts';
import { emitEvent, toUnixSeconds } from './events.ts';
import { newId } from './ids.ts';
import type { Charge, Dispute } from './object-schemas.ts';
import { loadObject, saveObject } from './queries/objects.ts';
import { invalidParameter } from './stripe-error.ts';

/** The disputes of Stripe's dispute cards. An inquiry is a question that withdraws no money yet. */
const DISPUTES = new Map<string, Pick<Dispute, 'reason' | 'status'>>([
  ['disputed_fraudulent', { reason: 'fraudulent', status: 'needs_response' }],
  ['disputed_not_received', { reason: 'product_not_received', status: 'needs_response' }],
  ['disputed_inquiry', { reason: 'fraudulent', status: 'warning_needs_response' }],
]);

const CLOSED: readonly string[] = ['won', 'lost'];

/** Opens the dispute that the test card of a charge defines, if there is one. */
export async function disputeCharge(db: Db, now: Date, charge: Charge, outcome: string): Promise<void> {
  const claim = DISPUTES.get(outcome);
  if (claim === undefined) return;
  await saveObject(db, { ...charge, disputed: true });
  const id = newId('dispute');
  const { amount, currency } = charge;
  const isInquiry = claim.status === 'warning_needs_response';
  const dispute = await saveObject(db, {
    id,
    object: 'dispute' as const,
    created: toUnixSeconds(now),
    livemode: false as const,
    amount,
    currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    ...claim,
    is_charge_refundable: isInquiry,
    metadata: {},
    balance_transactions: isInquiry
      ? []
      : [await bookMovement(db, now, 'dispute', { amount: -amount, currency, source: id })],
  });
  await emitEvent(db, now, 'charge.dispute.created', dispute);
}

/** Stripe's test evidence decides at once: `winning_evidence` wins, `losing_evidence` loses. */
export function submitEvidence(db: Db, now: Date, id: string, evidence: string): Promise<Dispute> {
  if (evidence === 'winning_evidence') return closeDispute(db, now, id, 'won');
  if (evidence === 'losing_evidence') return closeDispute(db, now, id, 'lost');
  return db.transaction(async (tx) => {
    const dispute = await loadOpenDispute(tx, id);
    return saveObject(tx, { ...dispute, status: 'under_review' as const });
  });
}

export function closeDispute(db: Db, now: Date, id: string, status: 'won' | 'lost'): Promise<Dispute> {
  return db.transaction(async (tx) => {
    const open = await loadOpenDispute(tx, id);
    const { amount, currency, balance_transactions: booked } = open;
    const returned =
      status === 'won' && booked.length > 0
        ? [await bookMovement(tx, now, 'dispute_reversal', { amount, currency, source: id })]
        : [];
    const closed = await saveObject(tx, { ...open, status, balance_transactions: [...booked, ...returned] });
    await emitEvent(tx, now, 'charge.dispute.closed', closed);
    return closed;
  });
}

async function loadOpenDispute(db: Db, id: string): Promise<Dispute> {
  const dispute = await loadObject(db, 'dispute', id, { lock: true });
  if (CLOSED.includes(dispute.status)) throw invalidParameter('This dispute is already closed.', 'dispute');
  return dispute;
}
