import { randomUUID } from 'node:crypto';
import { DEFAULT_TARIFF } from '../../src/contract/price.ts';
import { PAYMENT_STATUS } from '../../src/contract/status.ts';
import { DEFAULT_BUSINESS } from '../config/business.ts';
import type { Db } from '../db/database.ts';
import { sessionParameters } from '../payments/checkout.ts';
import { paymentDescription } from '../payments/payment-description.ts';
import { issueCreditNote, issueReceipt } from '../payments/payment-documents.ts';
import { taxRateParameters } from '../payments/tax-rate.ts';
import type { DeliveryRequestRow } from '../queries/delivery-requests.ts';
import { reserveCustomer, setCustomer } from '../queries/payment-customers.ts';
import { deliverySubject, insertPayment, updatePayment } from '../queries/payments.ts';
import { insertRefund } from '../queries/refunds.ts';
import type { UserRow } from '../queries/users.ts';
import type { DemoDelivery } from './demo-deliveries.ts';
import { type PaymentSource, paySession } from './stripe/checkout.ts';
import { createObject, loadObject, updateObject } from './stripe/objects.ts';
import { attachPaymentMethod, createPaymentMethod } from './stripe/payment-methods.ts';
import { createRefund } from './stripe/refunds.ts';
import { createSession } from './stripe/sessions.ts';

const MINUTE_MS = 60_000;
const PAID_AFTER_MS = 2 * MINUTE_MS;

/**
 * The demo account's customer in the sandbox, whose saved cards are used. Nothing is charged, because there is no bank.
 */
export type SavedCards = {
  userId: number;
  /** The origin of the checkout pages. */
  origin: string;
  customer: string;
  taxRate: string;
  paymentSources: Record<DemoDelivery['card'], PaymentSource>;
};

/** Saves two cards with a creation time in the past. The first is the default. */
export async function createSavedCards(
  db: Db,
  user: UserRow,
  origin: string,
  now: Date,
): Promise<SavedCards> {
  const { created, name, email, phoneNumber: phone } = user;
  const context = { db, now: created };
  const owner = { userId: user.id, provider: 'sandbox' as const, account: '' };
  const creationKey = randomUUID();
  await reserveCustomer(db, owner, creationKey);
  const metadata = { userId: String(user.id) };
  const customer = await createObject(context, 'customer', { name, email, phone, metadata });
  await setCustomer(db, owner, creationKey, customer.id);
  const taxRate = await createObject(context, 'tax_rate', {
    active: true,
    ...taxRateParameters(DEFAULT_TARIFF.vatPercent),
  });
  const cardOf = (number: string, exp_month: number, years: number) => ({
    type: 'card' as const,
    // The demo cards always expire some months after the start of the demo.
    card: { number, exp_month, exp_year: now.getUTCFullYear() + years, cvc: '123' },
    billing_details: { name, email, phone, address: { country: 'IE' } },
    allow_redisplay: 'always' as const,
  });
  const saveCard = async (number: string, month: number, years: number) => {
    const { id } = await createPaymentMethod(context, cardOf(number, month, years));
    await attachPaymentMethod(context, id, { customer: customer.id });
    return id;
  };
  const visa = await saveCard('4242424242424242', 8, 2);
  const mastercard = await saveCard('5555555555554444', 2, 1);
  await updateObject(context, customer, { invoice_settings: { default_payment_method: visa } });
  return {
    userId: user.id,
    origin,
    customer: customer.id,
    taxRate: taxRate.id,
    paymentSources: {
      visa: { kind: 'saved', id: visa },
      mastercard: { kind: 'saved', id: mastercard },
      declined: { kind: 'card', card: cardOf('4000000000000002', 11, 1) },
    },
  };
}

/** Records a payment of a demo request in the past, or a failed attempt, as its story defines. */
export async function seedPayment(
  db: Db,
  savedCards: SavedCards,
  request: DeliveryRequestRow,
  { card, refunded }: { card: DemoDelivery['card']; refunded: Date | undefined },
): Promise<void> {
  const { created, id, priceCents, currency } = request;
  const { userId, origin, customer, taxRate } = savedCards;
  const description = paymentDescription(request);
  const [successPath, cancelPath] = [`/deliveries/${id}/payment/success`, `/deliveries/${id}/payment/cancel`];
  const payable = {
    subject: deliverySubject(id),
    priceCents,
    currency,
    description,
    successPath,
    cancelPath,
  };
  const opened = await createSession(
    { db, now: created },
    { customer, ...sessionParameters(payable, { origin, business: DEFAULT_BUSINESS, taxRate }) },
  );
  const paidAt = new Date(created.getTime() + PAID_AFTER_MS);
  const { kind, session } = await paySession({ db, now: paidAt }, opened.id, savedCards.paymentSources[card]);
  const isPaid = kind === 'paid';
  const { intentId, ...cardColumns } = await paymentColumns(db, session.payment_intent ?? '');
  const payment = await insertPayment(db, {
    userId,
    deliveryRequestId: id,
    provider: 'sandbox',
    sessionId: opened.id,
    sessionUrl: opened.url,
    origin,
    sessionState: isPaid ? 'complete' : 'open',
    expires: new Date(opened.expires_at * 1000),
    checked: paidAt,
    intentId,
    paid: isPaid ? paidAt : null,
    status: statusAfter(isPaid, refunded),
    refund: refunded === undefined ? 'none' : 'done',
    amountRefundedCents: refunded === undefined ? 0 : priceCents,
    amountCents: priceCents,
    currency,
    description,
    ...cardColumns,
    created,
    lastModified: refunded ?? paidAt,
  });
  if (payment === undefined || !isPaid) return;
  const vatBasisPoints = DEFAULT_TARIFF.vatPercent * 100;
  const { number } = await issueReceipt(db, DEFAULT_BUSINESS, { ...payment, paid: paidAt, vatBasisPoints });
  await updatePayment(db, payment.id, { receiptNumber: number, vatBasisPoints });
  if (refunded === undefined) return;
  const refund = await createRefund({ db, now: refunded }, { payment_intent: intentId });
  const row = await insertRefund(db, {
    paymentId: payment.id,
    reason: 'provider',
    amountCents: priceCents,
    state: 'done',
    providerRefundId: refund.id,
    announced: true,
    nextAttempt: refunded,
    created: refunded,
    lastModified: refunded,
  });
  const made = { id: row?.id ?? 0, amountCents: priceCents, time: refunded };
  await issueCreditNote(db, DEFAULT_BUSINESS, { ...payment, vatBasisPoints }, made);
}

function statusAfter(isPaid: boolean, refunded: Date | undefined): number {
  if (!isPaid) return PAYMENT_STATUS.failed;
  return refunded === undefined ? PAYMENT_STATUS.paid : PAYMENT_STATUS.canceled;
}

async function paymentColumns(db: Db, intentId: string) {
  const intent = await loadObject({ db }, 'payment_intent', intentId);
  const charge = await loadObject({ db }, 'charge', intent.latest_charge ?? '');
  const card = charge.payment_method_details?.card;
  return {
    intentId,
    failureMessage: intent.last_payment_error?.message ?? null,
    cardBrand: card?.brand,
    cardLast4: card?.last4,
    cardExpMonth: card?.exp_month,
    cardExpYear: card?.exp_year,
    cardholderName: charge.billing_details.name,
  };
}
