import { randomUUID } from 'node:crypto';
import { DEFAULT_TARIFF } from '../../src/contract/price.ts';
import { PAYMENT_STATUS } from '../../src/contract/status.ts';
import { DEFAULT_BUSINESS } from '../config/business.ts';
import type { Db } from '../db/database.ts';
import { paymentDescription } from '../payments/payment-description.ts';
import { issueCreditNote, issueReceipt } from '../payments/payment-documents.ts';
import { taxRateParameters } from '../payments/tax-rate.ts';
import type { DeliveryRequestRow } from '../queries/delivery-requests.ts';
import { reserveCustomer, setCustomer } from '../queries/payment-customers.ts';
import { insertPayment, updatePayment } from '../queries/payments.ts';
import { insertRefund } from '../queries/refunds.ts';
import type { UserRow } from '../queries/users.ts';
import type { DemoPayment } from './demo-deliveries.ts';
import type { CardInput } from './stripe/card-input.ts';
import { type PaymentSource, paySession } from './stripe/charging.ts';
import { createCustomer, updateCustomer } from './stripe/customers.ts';
import type { CheckoutSession } from './stripe/object-schemas.ts';
import { attachPaymentMethod, type Billing, createPaymentMethod } from './stripe/payment-methods.ts';
import { loadObject } from './stripe/queries/objects.ts';
import { markAllDelivered } from './stripe/queries/webhooks.ts';
import { createRefund } from './stripe/refunds.ts';
import { createSandboxSession } from './stripe/sessions.ts';
import { addTaxes, createTaxRate } from './stripe/tax-rates.ts';

const CVC = '123';
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
  paymentSources: Record<DemoPayment['card'], PaymentSource>;
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
  const billing = { name, email, phone, address: { country: 'IE' } };
  const owner = { userId: user.id, provider: 'sandbox' as const, account: '' };
  const creationKey = randomUUID();
  await reserveCustomer(db, owner, creationKey);
  const customer = await createCustomer(context, {
    name,
    email,
    phone,
    metadata: { userId: String(user.id) },
  });
  await setCustomer(db, owner, creationKey, customer.id);
  const taxRate = await createTaxRate(context, taxRateParameters(DEFAULT_TARIFF.vatPercent));
  // The demo cards always expire some months after the start of the demo.
  const year = now.getUTCFullYear();
  const visa = await saveCard('4242424242424242', 8, year + 2);
  const mastercard = await saveCard('5555555555554444', 2, year + 1);
  await updateCustomer(context, customer.id, { invoice_settings: { default_payment_method: visa } });
  const declined: CardInput = { number: '4000000000000002', expMonth: 11, expYear: year + 1, cvc: CVC };
  return {
    userId: user.id,
    origin,
    customer: customer.id,
    taxRate: taxRate.id,
    paymentSources: {
      visa: { kind: 'saved', id: visa },
      mastercard: { kind: 'saved', id: mastercard },
      declined: { kind: 'card', card: declined, billing: billing satisfies Billing },
    },
  };

  async function saveCard(number: string, expMonth: number, expYear: number): Promise<string> {
    const card = { number, expMonth, expYear, cvc: CVC };
    const { id } = await createPaymentMethod(context, card, billing, { allow_redisplay: 'always' });
    await attachPaymentMethod(context, id, { customer: customer.id });
    return id;
  }
}

/** Records a payment of a demo request in the past, or a failed attempt, as its story defines. */
export async function seedPayment(
  db: Db,
  savedCards: SavedCards,
  request: DeliveryRequestRow,
  { card, refunded }: { card: DemoPayment['card']; refunded: Date | undefined },
): Promise<void> {
  const { created, id, priceCents, currency } = request;
  const context = { db, now: created };
  const line = { description: paymentDescription(request), amount: priceCents, quantity: 1 };
  const description = paymentDescription(request);
  const metadata = { deliveryRequestId: String(id) };
  const page = `${savedCards.origin}/deliveries/${id}/payment`;
  const opened = await createSandboxSession(context, {
    lines: await addTaxes(context, [line], [savedCards.taxRate]),
    currency: currency.toLowerCase(),
    customer: savedCards.customer,
    customerEmail: null,
    reference: String(id),
    metadata,
    payment: { description, metadata, receipt_email: null },
    redisplay: ['always'],
    invoice: false,
    successUrl: `${page}/success`,
    cancelUrl: `${page}/cancel`,
  });
  const paidAt = new Date(created.getTime() + PAID_AFTER_MS);
  const { kind, session } = await paySession({ db, now: paidAt }, opened.id, savedCards.paymentSources[card]);
  const { intentId, ...cardColumns } = await paymentColumns(db, session);
  const refund =
    refunded &&
    (await createRefund({ db, now: refunded }, { payment_intent: intentId, reason: null, metadata }));
  const payment = await insertPayment(db, {
    userId: savedCards.userId,
    deliveryRequestId: id,
    provider: 'sandbox',
    sessionId: opened.id,
    sessionUrl: opened.url ?? page,
    origin: savedCards.origin,
    sessionState: kind === 'paid' ? 'complete' : 'open',
    expires: new Date(opened.expires_at * 1000),
    checked: paidAt,
    intentId,
    paid: kind === 'paid' ? paidAt : null,
    status: statusAfter(kind === 'paid', refunded),
    refund: refunded === undefined ? 'none' : 'done',
    amountRefundedCents: refunded === undefined ? 0 : priceCents,
    amountCents: priceCents,
    currency,
    description,
    ...cardColumns,
    created,
    lastModified: refunded ?? paidAt,
  });
  if (payment === undefined || kind !== 'paid') return;
  const vatBasisPoints = DEFAULT_TARIFF.vatPercent * 100;
  const { number } = await issueReceipt(db, DEFAULT_BUSINESS, { ...payment, paid: paidAt, vatBasisPoints });
  await updatePayment(db, payment.id, { receiptNumber: number, vatBasisPoints });
  if (refund === undefined || refunded === undefined) return;
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

/** The events of the past are marked as delivered. */
export async function skipPendingWebhooks(db: Db, now: Date): Promise<void> {
  await markAllDelivered(db, now);
}

function statusAfter(isPaid: boolean, refunded: Date | undefined): number {
  if (!isPaid) return PAYMENT_STATUS.failed;
  return refunded === undefined ? PAYMENT_STATUS.paid : PAYMENT_STATUS.canceled;
}

async function paymentColumns(db: Db, { payment_intent }: CheckoutSession) {
  const intent = await loadObject({ db }, 'payment_intent', payment_intent ?? '');
  const charge = await loadObject({ db }, 'charge', intent.latest_charge ?? '');
  const { card } = charge.payment_method_details;
  return {
    intentId: intent.id,
    failureMessage: intent.last_payment_error?.message ?? null,
    cardBrand: card.brand,
    cardLast4: card.last4,
    cardExpMonth: card.exp_month,
    cardExpYear: card.exp_year,
    cardholderName: charge.billing_details.name,
  };
}
