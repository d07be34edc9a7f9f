import { PAYMENT_STATUS } from '../../src/contract/status.ts';
import { UNANSWERED_DISPUTES } from '../db/payment-schema.ts';
import type { PaymentChange, PaymentRow } from '../queries/payments.ts';
import type { NewRefund, RefundChange, RefundRow } from '../queries/refunds.ts';
import type { ProviderPayment, ProviderRefund } from './provider-payment.ts';

/** The part of a stored payment that decides what an observation changes. */
export type StoredPayment = Pick<
  PaymentRow,
  'status' | 'sessionState' | 'sessionId' | 'intentId' | 'readStored' | 'paid' | 'dispute' | 'disputeDue'
>;

/**
 * What was learned about a payment. `order` numbers the reads: one that started earlier never overwrites a later one.
 */
export type Observation =
  /** The payment as it is at the provider. `isDue` says whether the request waits for exactly this payment. */
  | { kind: 'read'; order: number; payment: ProviderPayment; isDue: boolean }
  /** The provider does not know the payment, so it can never be paid. */
  | { kind: 'unknownToProvider'; order: number }
  /** Nothing was created at the provider within the lifetime of the payment. */
  | { kind: 'neverStarted' }
  /** The provider has created the intent of a payment with a saved card. */
  | { kind: 'intentCreated'; intentId: string }
  /** The open session must no longer be paid: the request changed or was deleted, or the account at the provider changed. */
  | { kind: 'superseded' };

/** `acceptMoney`: the request becomes paid and gets a receipt. `returnMoney`: the money is refunded, as it is not due. */
export type PaymentEffect = 'acceptMoney' | 'returnMoney';

/** The change of the stored payment; undefined if the observation changes nothing. */
export type PaymentTransition = { change: PaymentChange | undefined; effect?: PaymentEffect };

const NOTHING: PaymentTransition = { change: undefined };

/**
 * The state machine of a payment. Its state is `sessionState` with `status`; a dash means that nothing changes.
 *
 * | state | superseded | intentCreated | neverStarted | unknownToProvider | read, not paid | read, paid and due | read, paid but not due |
 * |---|---|---|---|---|---|---|---|
 * | open: new, failed | dead: failed, else canceled | stores the intent | expired | expired | as at the provider | complete: paid | complete: canceled |
 * | complete: processing | - | - | - | expired | as at the provider | complete: paid | complete: canceled |
 * | dead: failed, canceled | - | - | expired | expired | dead while undecided, else as at the provider | complete: canceled | complete: canceled |
 * | expired: failed, canceled | - | - | - | - | as at the provider | complete: paid | complete: canceled |
 * | complete: paid, canceled | - | - | - | - | - | dispute | dispute |
 *
 * `complete: paid` accepts the money, and `complete: canceled` returns it. Both are final (`paid` is set): money that has
 * arrived stays recorded, and only what was returned changes. Ledger entries do not depend on the state, because each balance
 * transaction is added once.
 */
export function observePayment(
  stored: StoredPayment,
  observation: Observation,
  now: Date,
): PaymentTransition {
  switch (observation.kind) {
    case 'superseded':
      if (stored.sessionState !== 'open') return NOTHING;
      return {
        change: {
          sessionState: 'dead',
          status: stored.status === PAYMENT_STATUS.failed ? stored.status : PAYMENT_STATUS.canceled,
          lastModified: now,
        },
      };
    case 'intentCreated':
      return stored.sessionState === 'open' ? { change: { intentId: observation.intentId } } : NOTHING;
    case 'neverStarted':
      return stored.sessionId === null && stored.intentId === null ? closed(stored, now) : NOTHING;
    case 'unknownToProvider':
      if (observation.order <= stored.readStored) return NOTHING;
      return closed(stored, now, { readStored: observation.order });
    case 'read':
      return observation.order <= stored.readStored ? NOTHING : applyRead(stored, observation, now);
  }
}

/** A payment that can never be paid. Money that has arrived is not affected. */
function closed(stored: StoredPayment, now: Date, noted: PaymentChange = {}): PaymentTransition {
  if (stored.paid !== null || stored.sessionState === 'expired') {
    return { change: { ...noted, checked: now } };
  }
  return {
    change: {
      ...noted,
      checked: now,
      sessionState: 'expired',
      status: stored.sessionState === 'dead' ? stored.status : PAYMENT_STATUS.canceled,
      lastModified: now,
    },
  };
}

function applyRead(
  stored: StoredPayment,
  { order, payment, isDue }: Extract<Observation, { kind: 'read' }>,
  now: Date,
): PaymentTransition {
  const noted: PaymentChange = { checked: now, readStored: order };
  if (stored.paid !== null) {
    const { dispute, disputeDue } = payment;
    const isSame = dispute === stored.dispute && disputeDue?.getTime() === stored.disputeDue?.getTime();
    return { change: isSame ? noted : { ...noted, dispute, disputeDue, lastModified: now } };
  }
  if (payment.isPaid) {
    const isAccepted = isDue && stored.sessionState !== 'dead';
    return {
      change: {
        ...noted,
        ...payment.details,
        sessionState: 'complete',
        status: isAccepted ? PAYMENT_STATUS.paid : PAYMENT_STATUS.canceled,
        paid: payment.paid ?? now,
        dispute: payment.dispute,
        disputeDue: payment.disputeDue,
        lastModified: now,
      },
      effect: isAccepted ? 'acceptMoney' : 'returnMoney',
    };
  }
  // A session that we have declared dead stays dead while it can still be paid, so that the reconciler checks it.
  const isDead = stored.sessionState === 'dead';
  const isUndecided = payment.sessionState === 'open' || payment.status === PAYMENT_STATUS.processing;
  const sessionState = isDead && isUndecided ? 'dead' : payment.sessionState;
  const status = isDead ? stored.status : payment.status;
  const isChanged = status !== stored.status || sessionState !== stored.sessionState;
  return {
    change: {
      ...noted,
      ...payment.details,
      status,
      sessionState,
      ...(isChanged ? { lastModified: now } : {}),
    },
  };
}

/** Whether operators must hear of a dispute: it is new, or it has become one that waits for evidence. (PAY-98) */
export function isNewDispute(before: string | null, after: string | null): boolean {
  if (after === null || after === before) return false;
  return before === null || UNANSWERED_DISPUTES.includes(after);
}

const HOUR_MS = 3600_000;
/** A bank that rejects a refund may accept it later. After the last delay operators have to act. */
const RETRY_DELAYS_MS: readonly number[] = [HOUR_MS, 24 * HOUR_MS];
/** The interval at which a pending refund is checked without webhooks. */
const CHECK_PENDING_MS = HOUR_MS;

/** The changes that make the stored refunds of a payment agree with the provider's. */
export type RefundTransitions = {
  changed: { row: RefundRow; change: RefundChange }[];
  /** Refunds that were made in the provider's dashboard. */
  found: Omit<NewRefund, 'paymentId'>[];
};

/**
 * The state machine of refunds. A `due` refund is sent. The provider's refund for it makes it `pending` or `done`. If
 * that refund fails, ours is due again after a delay, and in the end `failed`. `rejected` and `settled` refunds change
 * only if the provider has made one for them after all.
 */
export function observeRefunds(
  rows: readonly RefundRow[],
  refunds: readonly ProviderRefund[],
  now: Date,
): RefundTransitions {
  const result: RefundTransitions = { changed: [], found: [] };
  for (const refund of refunds) {
    const row = rows.find(
      ({ id, providerRefundId }) => providerRefundId === refund.id || refund.refundId === id,
    );
    if (row === undefined) result.found.push(toNewRefund(refund, now));
    // The refund of an earlier attempt does not determine the state of a later one.
    else if (refund.attempt === row.failures) {
      const change = changeOf(row, refund, now);
      if (change !== undefined) result.changed.push({ row, change });
    }
  }
  return result;
}

function toNewRefund(refund: ProviderRefund, now: Date): Omit<NewRefund, 'paymentId'> {
  return {
    reason: 'provider',
    amountCents: refund.amountCents,
    state: refund.state,
    failures: refund.state === 'failed' ? 1 : 0,
    providerRefundId: refund.id,
    failure: refund.failure,
    nextAttempt: new Date(now.getTime() + CHECK_PENDING_MS),
    created: refund.created,
    lastModified: now,
  };
}

function changeOf(row: RefundRow, refund: ProviderRefund, now: Date): RefundChange | undefined {
  // A refund that was made in the dashboard is known by its id there, also after operators have retried it.
  const isFromDashboard = row.reason === 'provider';
  if (refund.state === row.state && (isFromDashboard || refund.id === row.providerRefundId)) {
    const isWaiting = row.state === 'pending' && row.nextAttempt <= now;
    return isWaiting ? { nextAttempt: new Date(now.getTime() + CHECK_PENDING_MS) } : undefined;
  }
  const providerRefundId = isFromDashboard ? row.providerRefundId : refund.id;
  const noted = { providerRefundId, amountCents: refund.amountCents, lastModified: now };
  if (refund.state !== 'failed') {
    return { ...noted, state: refund.state, nextAttempt: new Date(now.getTime() + CHECK_PENDING_MS) };
  }
  const delay = isFromDashboard ? undefined : RETRY_DELAYS_MS[row.failures];
  return {
    ...noted,
    state: delay === undefined ? 'failed' : 'due',
    failures: row.failures + 1,
    nextAttempt: new Date(now.getTime() + (delay ?? 0)),
    failure: refund.failure ?? 'unknown',
  };
}
