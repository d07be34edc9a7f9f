import type Stripe from 'stripe';
import { toBasisPoints } from '../../src/contract/price.ts';
import { REQUEST_STATUS } from '../../src/contract/status.ts';
import type { Db } from '../db/database.ts';
import { alertAboutDispute } from '../mail/dispute-alert.ts';
import { markPaid } from '../queries/delivery-requests.ts';
import { startGuestOrder } from '../queries/guest-requests.ts';
import { insertEntries, listKnownTransactions, type NewEntry } from '../queries/payment-ledger.ts';
import {
  findPayment,
  listOpenPayments,
  lockPayment,
  lockRequestToPay,
  type PaymentRow,
  type PaymentSubject,
  startRead,
  updatePayment,
} from '../queries/payments.ts';
import { changeRefunds } from '../queries/refunds.ts';
import {
  ACCOUNT_CHANGED,
  atAccountOf,
  type PaymentDependencies,
  type PaymentStoreDependencies,
} from './payment-dependencies.ts';
import { paymentMetadata } from './payment-parameters.ts';
import { isNewDispute, type Observation, observePayment } from './payment-state.ts';
import { isInvalidRequest, isMissing, toLogFields } from './provider.ts';
import { type Movement, type ProviderPayment, retrieveProviderPayment } from './provider-payment.ts';
import { issueReceipt } from './receipts.ts';
import { requestRefund, sendDueRefunds, storeRefunds } from './refunds.ts';

/**
 * Reads a payment from the provider, stores its state and ledger, and sends refunds that are due. It may be called at
 * any time and any number of times: only the state at the provider counts.
 */
export async function finalizePayment(
  dependencies: PaymentDependencies,
  payment: PaymentRow,
  options: Stripe.RequestOptions = {},
): Promise<PaymentRow> {
  const at = await atAccountOf(dependencies, payment);
  if (at === undefined) return leaveAccount(dependencies, payment);
  const { stored, read } = await readPayment(at, payment, options);
  if (stored.refund === 'none') return stored;
  if (read === undefined) return giveUpRefunds(dependencies, stored, 'resource_missing');
  const hasSent = await sendDueRefunds(at, stored, read);
  return hasSent ? (await readPayment(at, stored, options)).stored : stored;
}

/** No key belongs to the account of this payment any more: it must not be paid, and operators refund it elsewhere. */
async function leaveAccount(dependencies: PaymentDependencies, payment: PaymentRow): Promise<PaymentRow> {
  await storeObservation(dependencies, payment, { kind: 'superseded' });
  return giveUpRefunds(dependencies, payment, ACCOUNT_CHANGED);
}

/** The provider cannot send the refunds that are due, so operators have to act. */
async function giveUpRefunds({ db, clock, log }: PaymentDependencies, payment: PaymentRow, reason: string) {
  const { id, account } = payment;
  return db.transaction(async (tx) => {
    const rejected = { state: 'rejected', failure: reason, lastModified: clock.now() } as const;
    if (await changeRefunds(tx, id, ['due'], rejected)) {
      log.error({ payment: id, account, reason }, 'refund rejected');
    }
    return (await findPayment(tx, id)) ?? payment;
  });
}

/** What a read of the provider has stored; `read` is undefined if there was nothing to read. */
type ReadPayment = { stored: PaymentRow; read: ProviderPayment | undefined };

async function readPayment(
  dependencies: PaymentDependencies,
  payment: PaymentRow,
  options: Stripe.RequestOptions,
): Promise<ReadPayment> {
  const { db, clock } = dependencies;
  const order = await startRead(db, payment.id);
  if (order === undefined) return { stored: payment, read: undefined };
  const { stripe } = dependencies.provider;
  const read = await retrieveProviderPayment(stripe, payment, options).catch((error) => {
    if (isMissing(error)) return 'unknownToProvider' as const;
    throw error;
  });
  if (typeof read === 'object') {
    const ledger = await readLedgerUpdate(dependencies, read.movements, options);
    return { stored: await storeRead(dependencies, payment, { order, payment: read }, ledger), read };
  }
  // Without an id the intent was not created, or its id was not stored. Then no one has confirmed it.
  if (read === undefined && payment.expires > clock.now()) return { stored: payment, read };
  const kind = read ?? 'neverStarted';
  return { stored: await storeObservation(dependencies, payment, { kind, order }), read: undefined };
}

/** Closes a session or an intent at the provider, so that it can no longer be paid, then finalizes its payment. */
export async function closeCheckoutSession(dependencies: PaymentDependencies, payment: PaymentRow) {
  const at = await atAccountOf(dependencies, payment);
  if (at === undefined) return leaveAccount(dependencies, payment);
  const { stripe } = at.provider;
  try {
    if (payment.sessionId !== null) await stripe.checkout.sessions.expire(payment.sessionId);
    else if (payment.intentId !== null) await stripe.paymentIntents.cancel(payment.intentId);
    else return storeObservation(dependencies, payment, { kind: 'neverStarted' });
  } catch (error) {
    // It is no longer open: it was paid at the last moment, or it has expired. Finalizing finds out which.
    if (!isInvalidRequest(error)) throw error;
  }
  return finalizePayment(dependencies, payment);
}

/** Stores the intent of a payment with a saved card. Returns undefined if the payment was closed in the meantime. */
export async function storeIntent(dependencies: PaymentDependencies, payment: PaymentRow, intentId: string) {
  const stored = await storeObservation(dependencies, payment, { kind: 'intentCreated', intentId });
  return stored.intentId === intentId ? stored : undefined;
}

/**
 * Declares the open payments of a request dead, in the transaction that changes the request and has locked it. Returns
 * them: they must still be closed at the provider.
 */
export async function supersedePayments(tx: Db, subject: PaymentSubject, now: Date): Promise<PaymentRow[]> {
  const open = await listOpenPayments(tx, subject);
  for (const { id } of open) await observe(tx, id, { kind: 'superseded' }, now);
  return open;
}

type OwnObservation = Exclude<Observation, { kind: 'read' }>;

async function storeObservation(
  { db, clock }: PaymentDependencies,
  payment: PaymentRow,
  observation: OwnObservation,
): Promise<PaymentRow> {
  const stored = await db.transaction((tx) => observe(tx, payment.id, observation, clock.now()));
  return stored ?? payment;
}

async function observe(tx: Db, id: number, observation: OwnObservation, now: Date) {
  const stored = await lockPayment(tx, id);
  const change = stored && observePayment(stored, observation, now).change;
  return change === undefined ? stored : updatePayment(tx, id, change);
}

/** The request, the payment, its ledger and its refunds change in one transaction. The request is always locked first. */
export async function storeRead(
  dependencies: PaymentStoreDependencies,
  payment: PaymentRow,
  { order, payment: read }: { order: number; payment: ProviderPayment },
  ledger: LedgerUpdate,
): Promise<PaymentRow> {
  const { id } = payment;
  const { clock, log } = dependencies;
  const now = clock.now();
  return dependencies.db.transaction(async (tx) => {
    const request = await lockRequestToPay(tx, payment);
    const stored = await lockPayment(tx, id);
    if (stored === undefined) return payment;
    const isDue =
      request?.status === REQUEST_STATUS.waitingPayment &&
      request.priceCents === read.amountCents &&
      request.currency === read.currency;
    const observation = { kind: 'read', order, payment: read, isDue } as const;
    const { change, effect } = observePayment(stored, observation, now);
    // The ledger only grows, so that what an outdated read has found is not lost.
    await insertEntries(tx, id, ledger.entries);
    if (change === undefined) return (await findPayment(tx, id)) ?? stored;
    if (effect === 'returnMoney') {
      log.warn({ payment: id, ...paymentMetadata(payment) }, 'late payment: will be refunded');
      await requestRefund(tx, id, { reason: 'late' }, now);
    }
    const accepted =
      effect === 'acceptMoney' ? await acceptMoney(dependencies, tx, { ...stored, ...change }, now) : {};
    await updatePayment(tx, id, { ...change, ...accepted, isLedgerComplete: ledger.isComplete });
    if (isNewDispute(stored.dispute, change.dispute ?? null)) {
      await alertAboutDispute(dependencies, tx, { ...stored, ...change });
    }
    await storeRefunds(dependencies, tx, stored, read.refunds);
    return (await findPayment(tx, id)) ?? stored;
  });
}

/** The request becomes paid, and the payment gets its receipt. The order of a guest starts with it. */
async function acceptMoney({ business }: PaymentStoreDependencies, tx: Db, payment: PaymentRow, now: Date) {
  const { deliveryRequestId, guestRequestId, paid } = payment;
  const isPaid =
    guestRequestId === null
      ? await markPaid(tx, deliveryRequestId ?? 0, now)
      : await startGuestOrder(tx, guestRequestId, now);
  if (!isPaid) throw new Error('A locked request that waits for payment could not be paid');
  // The customer paid the rate that the checkout stated.
  const vatBasisPoints = payment.vatBasisPoints ?? toBasisPoints(business.tariff.vatPercent);
  const { number } = await issueReceipt(tx, business, { ...payment, paid: paid ?? now, vatBasisPoints });
  return { receiptNumber: number, vatBasisPoints };
}

/** The entries that the ledger lacks, and whether it is complete with them. */
type LedgerUpdate = { entries: NewEntry[]; isComplete: boolean };

/**
 * Reads the balance transactions of movements of money that are not in the ledger yet. It never throws: a payment must
 * not wait for its bookkeeping, and the reconciler reads the ledger of this payment again.
 */
async function readLedgerUpdate(
  { db, log, provider }: PaymentDependencies,
  movements: readonly Movement[],
  options: Stripe.RequestOptions,
): Promise<LedgerUpdate> {
  const booked = movements.flatMap(({ booked, ...movement }) =>
    booked === null ? [] : [{ ...movement, booked, id: typeof booked === 'string' ? booked : booked.id }],
  );
  const ids = booked.map(({ id }) => id);
  const known = await listKnownTransactions(db, ids);
  const update: LedgerUpdate = { entries: [], isComplete: booked.length === movements.length };
  for (const { id, booked: transaction, ...movement } of booked) {
    if (known.has(id)) continue;
    try {
      const found =
        typeof transaction === 'string'
          ? await provider.stripe.balanceTransactions.retrieve(id, {}, options)
          : transaction;
      update.entries.push(toEntry(movement, found));
    } catch (error) {
      update.isComplete = false;
      log.warn({ ...toLogFields(error), transaction: id }, 'balance transaction not read');
    }
  }
  return update;
}

/** `created` is when the provider booked the movement, and decides on which day it is reported. */
function toEntry(
  { kind, sourceId, amountCents }: Omit<Movement, 'booked'>,
  { id, created, amount, currency, fee }: Stripe.BalanceTransaction,
): NewEntry {
  return {
    kind,
    sourceId,
    amountCents,
    balanceTransaction: id,
    settledCents: amount,
    settledCurrency: currency.toUpperCase(),
    feeCents: fee,
    time: new Date(created * 1000),
  };
}
