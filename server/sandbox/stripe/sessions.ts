import { requireAmount } from './amounts.ts';
import { toUnixSeconds } from './clock.ts';
import { type Context, inTransaction } from './context.ts';
import { emitEvent } from './events.ts';
import { newId } from './ids.ts';
import { updateMetadata } from './metadata.ts';
import type { CheckoutSession, Line } from './object-schemas.ts';
import type { SessionInput } from './parameter-schemas.ts';
import { loadObject, saveObject } from './queries/objects.ts';
import { invalidParameter } from './stripe-error.ts';
import { addTaxes, sumLines } from './tax-rates.ts';

const SESSION_LIFETIME_S = 24 * 3600;

export type NewSession = {
  lines: Line[];
  currency: string;
  customer: string | null;
  customerEmail: string | null;
  /** Whether a payment without a customer creates one. One with an invoice always does. */
  createsCustomer?: boolean;
  reference: string | null;
  metadata: Record<string, string>;
  payment: Omit<CheckoutSession['sandbox_payment'], 'setup_future_usage'> &
    Partial<CheckoutSession['sandbox_payment']>;
  redisplay: string[];
  invoice: boolean;
  invoiceFields?: { name: string; value: string }[];
  successUrl: string;
  cancelUrl: string | null;
};

/** Opens a checkout session for the parameters of an API call. */
export async function createSession(context: Context, input: SessionInput): Promise<CheckoutSession> {
  const { customer, customer_email, line_items: items, payment_intent_data: payment } = input;
  if (customer !== null && customer_email !== null) {
    throw invalidParameter(
      'You may only specify one of these parameters: customer, customer_email.',
      'customer_email',
    );
  }
  if (customer !== null) await loadObject(context, 'customer', customer);
  const lines = items.map(({ price_data: { product_data, unit_amount }, quantity }) => ({
    description: product_data.name,
    amount: unit_amount,
    quantity,
  }));
  return createSandboxSession(context, {
    lines: await addTaxes(
      context,
      lines,
      items.map(({ tax_rates }) => tax_rates?.[0]),
    ),
    currency: items[0]?.price_data.currency ?? '',
    customer,
    customerEmail: customer_email,
    createsCustomer: input.customer_creation === 'always',
    reference: input.client_reference_id,
    metadata: updateMetadata({}, input.metadata),
    payment: { ...payment, metadata: updateMetadata({}, payment.metadata) },
    redisplay: input.saved_payment_method_options.allow_redisplay_filters,
    invoice: input.invoice_creation.enabled,
    invoiceFields: input.invoice_creation.invoice_data.custom_fields,
    successUrl: input.success_url,
    cancelUrl: input.cancel_url,
  });
}

/** Opens a checkout session. Its hosted page is on the origin that the customer will return to. */
export async function createSandboxSession(context: Context, input: NewSession): Promise<CheckoutSession> {
  if (!URL.canParse(input.successUrl)) throw invalidParameter('Not a valid URL', 'success_url');
  const id = newId('checkout.session');
  const { subtotal, total, tax } = sumLines(input.lines);
  requireAmount(total, input.currency, 'line_items');
  return saveObject(context, {
    id,
    object: 'checkout.session',
    created: toUnixSeconds(context.now),
    mode: 'payment',
    status: 'open',
    payment_status: 'unpaid',
    amount_subtotal: subtotal,
    amount_total: total,
    total_details: { amount_tax: tax },
    currency: input.currency,
    client_reference_id: input.reference,
    customer: input.customer,
    customer_email: input.customerEmail,
    customer_creation: input.customer === null ? (input.createsCustomer ? 'always' : 'if_required') : null,
    customer_details: null,
    metadata: input.metadata,
    payment_intent: null,
    invoice: null,
    invoice_creation: { enabled: input.invoice },
    expires_at: toUnixSeconds(context.now) + SESSION_LIFETIME_S,
    success_url: input.successUrl,
    cancel_url: input.cancelUrl,
    url: new URL(`/sandbox/checkout/${id}`, input.successUrl).href,
    sandbox_invoice_fields: input.invoiceFields ?? [],
    sandbox_lines: input.lines,
    sandbox_payment: { setup_future_usage: null, ...input.payment },
    sandbox_redisplay: input.redisplay,
  });
}

/** Returns the session as it is now. A session past its time becomes expired when it is read. */
export async function loadCurrentSession(context: Context, id: string): Promise<CheckoutSession> {
  const session = await loadObject(context, 'checkout.session', id);
  if (session.status !== 'open' || session.expires_at > toUnixSeconds(context.now)) return session;
  return expireIfOpen(context, id);
}

/** Expires an open session at once. As at Stripe, a session that is complete or expired is rejected. */
export async function expireSession(context: Context, id: string): Promise<CheckoutSession> {
  const session = await loadObject(context, 'checkout.session', id);
  if (session.status !== 'open') {
    throw invalidParameter(
      `Only Checkout Sessions with a status in ["open"] can be expired. This one is ${session.status}.`,
      'session',
    );
  }
  const closed = await expireIfOpen(context, id);
  if (closed.status === 'complete') throw invalidParameter('This Checkout Session is complete.', 'session');
  return closed;
}

async function expireIfOpen(context: Context, id: string): Promise<CheckoutSession> {
  return inTransaction(context, async (tx) => {
    const session = await loadObject(tx, 'checkout.session', id, { lock: true });
    if (session.status !== 'open') return session;
    const expired = await saveObject(tx, { ...session, status: 'expired' as const, url: null });
    await emitEvent(tx, 'checkout.session.expired', expired);
    return expired;
  });
}
