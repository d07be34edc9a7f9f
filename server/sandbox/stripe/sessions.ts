import type { Db } from '../../db/database.ts';
import { emitEvent, toUnixSeconds } from './events.ts';
import { newId } from './ids.ts';
import type { Line } from './invoice-schemas.ts';
import type { CheckoutSession } from './object-schemas.ts';
import { loadObject, saveObject } from './queries/objects.ts';
import { invalidParameter } from './stripe-error.ts';
import { sumLines } from './tax-rates.ts';

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
  payment: { description: string | null; metadata: Record<string, string>; receipt_email: string | null };
  redisplay: string[];
  invoice: boolean;
  invoiceFields?: { name: string; value: string }[];
  successUrl: string;
  cancelUrl: string | null;
};

/** Opens a checkout session. Its hosted page is on the origin that the customer will return to. */
export async function createSandboxSession(db: Db, now: Date, input: NewSession): Promise<CheckoutSession> {
  if (!URL.canParse(input.successUrl)) throw invalidParameter('Not a valid URL', 'success_url');
  const id = newId('checkout.session');
  const { subtotal, total } = sumLines(input.lines);
  return saveObject(db, {
    id,
    object: 'checkout.session',
    created: toUnixSeconds(now),
    livemode: false,
    mode: 'payment',
    status: 'open',
    payment_status: 'unpaid',
    amount_subtotal: subtotal,
    amount_total: total,
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
    expires_at: toUnixSeconds(now) + SESSION_LIFETIME_S,
    success_url: input.successUrl,
    cancel_url: input.cancelUrl,
    url: new URL(`/sandbox/checkout/${id}`, input.successUrl).href,
    sandbox_invoice_fields: input.invoiceFields ?? [],
    sandbox_lines: input.lines,
    sandbox_payment: input.payment,
    sandbox_redisplay: input.redisplay,
  });
}

/** Returns the session as it is now. A session past its time becomes expired when it is read. */
export async function loadCurrentSession(db: Db, now: Date, id: string): Promise<CheckoutSession> {
  const session = await loadObject(db, 'checkout.session', id);
  if (session.status !== 'open' || session.expires_at > toUnixSeconds(now)) return session;
  return expireIfOpen(db, now, id);
}

/** Expires an open session at once. As at Stripe, a session that is complete or expired is rejected. */
export async function expireSession(db: Db, now: Date, id: string): Promise<CheckoutSession> {
  const session = await loadObject(db, 'checkout.session', id);
  if (session.status !== 'open') {
    throw invalidParameter(
      `Only Checkout Sessions with a status in ["open"] can be expired. This one is ${session.status}.`,
      'session',
    );
  }
  const closed = await expireIfOpen(db, now, id);
  if (closed.status === 'complete') throw invalidParameter('This Checkout Session is complete.', 'session');
  return closed;
}

async function expireIfOpen(db: Db, now: Date, id: string): Promise<CheckoutSession> {
  return db.transaction(async (tx) => {
    const session = await loadObject(tx, 'checkout.session', id, { lock: true });
    if (session.status !== 'open') return session;
    const expired = await saveObject(tx, { ...session, status: 'expired' as const, url: null });
    await emitEvent(tx, now, 'checkout.session.expired', expired);
    return expired;
  });
}
