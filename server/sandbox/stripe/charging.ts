import type { CardInput } from './card-input.ts';
import { followCharge } from './charge-consequences.ts';
import { toUnixSeconds } from './clock.ts';
import { answerQuestion, attemptIntent } from './confirm-intent.ts';
import { type Context, inTransaction } from './context.ts';
import { createCustomer } from './customers.ts';
import { emitEvent } from './events.ts';
import type { Attempt } from './intents.ts';
import { createInvoice } from './invoices.ts';
import type { CheckoutSession, PaymentError, PaymentMethod } from './object-schemas.ts';
import { decideDelayedPayment, newPaymentIntent } from './payment-intents.ts';
import { type Billing, createPaymentMethod, loadSavedCard } from './payment-methods.ts';
import { listObjects, loadObject, saveObject } from './queries/objects.ts';

/** The card of a payment: one that was typed, or one that is saved in the account. */
export type PaymentSource =
  | { kind: 'card'; card: CardInput; billing: Billing }
  | { kind: 'saved'; id: string };

export type PaymentResult =
  | { kind: 'paid'; session: CheckoutSession }
  | { kind: 'declined'; session: CheckoutSession; error: PaymentError }
  | { kind: 'authenticate'; session: CheckoutSession }
  /** The session has been paid or closed in the meantime. */
  | { kind: 'closed'; session: CheckoutSession };

/**
 * Charges a card for a checkout session. The row of the session is locked first, so that pressing Pay twice charges
 * once.
 */
export async function paySession(
  context: Context,
  id: string,
  source: PaymentSource,
): Promise<PaymentResult> {
  return inTransaction(context, async (tx): Promise<PaymentResult> => {
    const session = await loadObject(tx, 'checkout.session', id, { lock: true });
    if (session.status !== 'open' || session.expires_at <= toUnixSeconds(tx.now))
      return { kind: 'closed', session };
    const method =
      source.kind === 'card'
        ? await createPaymentMethod(tx, source.card, source.billing)
        : await loadSavedCard(tx, session.customer, source.id);
    const { session: started, intent } = await getOrCreateIntent(tx, session);
    const options = { receiptBase: session.success_url, off_session: false };
    return finishSession(tx, started, method, await attemptIntent(tx, intent, method, options));
  });
}

/** Completes a 3-D Secure challenge. */
export async function finishAuthentication(
  context: Context,
  id: string,
  isAuthentic: boolean,
): Promise<PaymentResult> {
  return inTransaction(context, async (tx): Promise<PaymentResult> => {
    const session = await loadObject(tx, 'checkout.session', id, { lock: true });
    if (session.status !== 'open' || session.payment_intent === null) return { kind: 'closed', session };
    const intent = await loadObject(tx, 'payment_intent', session.payment_intent, { lock: true });
    if (intent.status !== 'requires_action' || intent.payment_method === null) {
      return { kind: 'closed', session };
    }
    const method = await loadObject(tx, 'payment_method', intent.payment_method);
    const options = { receiptBase: session.success_url };
    const attempt = await answerQuestion(tx, intent, method, isAuthentic, options);
    return finishSession(tx, session, method, attempt);
  });
}

/** As at Stripe, the first attempt to pay creates the intent. */
async function getOrCreateIntent(context: Context, session: CheckoutSession) {
  if (session.payment_intent !== null) {
    return {
      session,
      intent: await loadObject(context, 'payment_intent', session.payment_intent, { lock: true }),
    };
  }
  const { amount_total: amount, currency, customer, sandbox_payment } = session;
  const intent = newPaymentIntent(context.now, { ...sandbox_payment, amount, currency, customer });
  await saveObject(context, intent);
  return { session: await saveObject(context, { ...session, payment_intent: intent.id }), intent };
}

/** The session is complete once its intent has succeeded or is processing. */
async function finishSession(
  context: Context,
  session: CheckoutSession,
  method: PaymentMethod,
  attempt: Attempt,
): Promise<PaymentResult> {
  if (attempt.error !== undefined) return { kind: 'declined', session, error: attempt.error };
  if (attempt.intent.status === 'requires_action') return { kind: 'authenticate', session };
  const customer = await getOrCreateCustomer(context, session, method);
  const complete = await saveObject(context, {
    ...session,
    ...(await paymentState(context, { ...session, customer }, method, attempt)),
    customer,
    status: 'complete' as const,
    customer_details: customerDetails(method),
    url: null,
  });
  await emitEvent(context, 'checkout.session.completed', complete);
  await followCharge(context, attempt, method, customer);
  return { kind: 'paid', session: complete };
}

/** Decides a delayed payment, also that of a checkout session. */
export function finishDelayedPayment(context: Context, id: string): Promise<void> {
  return inTransaction(context, async (tx) => {
    const attempt = await decideDelayedPayment(tx, id);
    if (attempt === undefined) return;
    const page = { limit: 1, filters: { payment_intent: id } };
    const [session] = (await listObjects(tx, 'checkout.session', '', page)).data;
    const methodId = attempt.charge?.payment_method;
    const method = methodId === undefined ? undefined : await loadObject(tx, 'payment_method', methodId);
    if (method !== undefined) await followCharge(tx, attempt, method, session?.customer);
    if (session === undefined) return;
    const decided =
      method === undefined
        ? session
        : await saveObject(tx, { ...session, ...(await paymentState(tx, session, method, attempt)) });
    const result = method === undefined ? 'failed' : 'succeeded';
    await emitEvent(tx, `checkout.session.async_payment_${result}`, decided);
  });
}

async function paymentState(
  context: Context,
  session: CheckoutSession,
  method: PaymentMethod,
  { charge: paid }: Attempt,
): Promise<Pick<CheckoutSession, 'payment_status' | 'invoice'>> {
  if (paid === undefined) return { payment_status: 'unpaid', invoice: null };
  const { enabled } = session.invoice_creation;
  return { payment_status: 'paid', invoice: enabled ? await createInvoice(context, session, method) : null };
}

function customerDetails({ billing_details: { name, email, phone, address } }: PaymentMethod) {
  return { address, email, name, phone, tax_exempt: 'none' as const };
}

/** As at Stripe, an invoice and a card that is saved need a customer, which is created for a guest. */
async function getOrCreateCustomer(
  context: Context,
  { customer, customer_creation, invoice_creation, sandbox_payment }: CheckoutSession,
  { billing_details: { name, email } }: PaymentMethod,
): Promise<string | null> {
  const isNeeded =
    invoice_creation.enabled || customer_creation === 'always' || sandbox_payment.setup_future_usage !== null;
  if (customer !== null || !isNeeded) return customer;
  return (await createCustomer(context, { name, email })).id;
}
