import type { Db } from '../../db/database.ts';
import { emit, unixSeconds } from './events.ts';
import { newId } from './ids.ts';
import { load, save } from './queries/objects.ts';
import type { CheckoutSession } from './shapes.ts';
import { invalid } from './stripe-error.ts';

const LIFETIME_S = 24 * 3600;

export type NewSession = {
  lines: { description: string; amount: number; quantity: number }[];
  currency: string;
  customer: string | null;
  customerEmail: string | null;
  reference: string | null;
  metadata: Record<string, string>;
  payment: { description: string | null; metadata: Record<string, string> };
  invoice: boolean;
  successUrl: string;
  cancelUrl: string | null;
};

/** Opens a checkout session; its hosted page is on the origin that the customer will come back to. */
export async function createSession(db: Db, now: Date, input: NewSession): Promise<CheckoutSession> {
  if (!URL.canParse(input.successUrl)) throw invalid('Not a valid URL', 'success_url');
  const id = newId('checkout.session');
  const total = input.lines.reduce((sum, line) => sum + line.amount * line.quantity, 0);
  return save(db, {
    id,
    object: 'checkout.session',
    created: unixSeconds(now),
    livemode: false,
    mode: 'payment',
    status: 'open',
    payment_status: 'unpaid',
    amount_subtotal: total,
    amount_total: total,
    currency: input.currency,
    client_reference_id: input.reference,
    customer: input.customer,
    customer_email: input.customerEmail,
    customer_details: null,
    metadata: input.metadata,
    payment_intent: null,
    invoice: null,
    invoice_creation: { enabled: input.invoice },
    expires_at: unixSeconds(now) + LIFETIME_S,
    success_url: input.successUrl,
    cancel_url: input.cancelUrl,
    url: new URL(`/sandbox/checkout/${id}`, input.successUrl).href,
    sandbox_lines: input.lines,
    sandbox_payment: input.payment,
  });
}

/** The session as it is now: one past its time becomes expired by being looked at. */
export async function currentSession(db: Db, now: Date, id: string): Promise<CheckoutSession> {
  const session = await load(db, 'checkout.session', id);
  if (session.status !== 'open' || session.expires_at > unixSeconds(now)) return session;
  return closeSession(db, now, id);
}

/** Expires an open session at once; one that is complete or expired already is refused, as by Stripe. */
export async function expireSession(db: Db, now: Date, id: string): Promise<CheckoutSession> {
  const session = await load(db, 'checkout.session', id);
  if (session.status !== 'open') {
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This one is ${session.status}.`,
      'session',
    );
  }
  const closed = await closeSession(db, now, id);
  if (closed.status === 'complete') throw invalid('This Checkout Session is complete.', 'session');
  return closed;
}

async function closeSession(db: Db, now: Date, id: string): Promise<CheckoutSession> {
  return db.transaction(async (tx) => {
    const session = await load(tx, 'checkout.session', id, { lock: true });
    if (session.status !== 'open') return session;
    const expired = await save(tx, { ...session, status: 'expired' as const, url: null });
    await emit(tx, now, 'checkout.session.expired', expired);
    return expired;
  });
}
