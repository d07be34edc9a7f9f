import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { cutText } from '../../db/cut-text.ts';
import type { Db } from '../../db/database.ts';
import type { Clock } from '../../dependencies.ts';
import { readForm } from '../../http/json-body.ts';
import { formatMoney } from '../pages/format.ts';
import { type Markup, renderPage } from '../pages/layout.ts';
import { finishAuthentication, type PaymentResult, paySession } from './charging.ts';
import { type CheckoutFields, emptyForm, validateCheckout } from './checkout-form.ts';
import { authenticationQuestion, checkoutPage, closedPage } from './checkout-page.ts';
import { invoicePage, receiptPage } from './documents.ts';
import type { CheckoutSession, PaymentMethod } from './object-schemas.ts';
import { listSavedCards } from './payment-methods.ts';
import { loadObject } from './queries/objects.ts';
import { loadCurrentSession } from './sessions.ts';
import { SandboxError } from './stripe-error.ts';

type HostedPagesDependencies = { db: Db; clock: Clock; triggerDelivery: () => void };

const TEST_CHECKOUT = 'Test checkout';

/** The pages that Stripe hosts: checkout with 3-D Secure, receipts and invoices. */
export function createHostedPages({ db, clock, triggerDelivery: kick }: HostedPagesDependencies): Hono {
  const pages = new Hono();
  const at = () => ({ db, now: clock.now() });
  const checkout = async (c: Context, session: CheckoutSession, body: Markup, title = 'Pay') =>
    renderPage(
      c,
      { title: `${title} – Send test checkout`, body, badge: TEST_CHECKOUT },
      { formTargets: returnOrigins(session) },
    );

  const afterPaying = async (c: Context, outcome: PaymentResult, typed: CheckoutFields) => {
    kick();
    switch (outcome.kind) {
      case 'paid':
        return c.redirect(successUrl(outcome.session), 303);
      case 'authenticate':
        return c.redirect(`/sandbox/checkout/${outcome.session.id}/authenticate`, 303);
      case 'closed':
        return c.redirect(`/sandbox/checkout/${outcome.session.id}`, 303);
      case 'declined':
        return checkout(
          c,
          outcome.session,
          checkoutPage(outcome.session, typed, await offeredCards(db, outcome.session), {
            refusal: outcome.error.message,
          }),
          'Card declined',
        );
    }
  };

  pages.get('/checkout/:id', async (c) => {
    const session = await loadCurrentSession(at(), c.req.param('id'));
    if (session.status !== 'open') return checkout(c, session, closedSessionPage(session), 'Checkout closed');
    return checkout(
      c,
      session,
      checkoutPage(session, emptyForm(await customerEmail(db, session)), await offeredCards(db, session)),
    );
  });

  pages.post('/checkout/:id', async (c) => {
    const session = await loadCurrentSession(at(), c.req.param('id'));
    if (session.status !== 'open') return checkout(c, session, closedSessionPage(session), 'Checkout closed');
    const typed = await readFields(c);
    const judged = validateCheckout(typed, clock.now());
    if (judged.kind === 'faulty') {
      const page = checkoutPage(session, typed, await offeredCards(db, session), {
        faults: judged.faults,
      });
      return checkout(c, session, page, 'Please check');
    }
    return afterPaying(c, await paySession(at(), session.id, judged), typed);
  });

  pages.get('/checkout/:id/authenticate', async (c) => {
    const session = await loadCurrentSession(at(), c.req.param('id'));
    const method = await methodToAuthenticate(db, session);
    if (method === undefined) return c.redirect(`/sandbox/checkout/${session.id}`, 303);
    const purpose = html`pay <b>${formatMoney(session.amount_total, session.currency)}</b>`;
    const question = authenticationQuestion(method.card, purpose, 'card pad stack paper');
    return checkout(c, session, question, '3-D Secure');
  });

  pages.post('/checkout/:id/authenticate', async (c) => {
    const outcome = (await readForm(c.req.raw)).get('outcome');
    const session = await loadCurrentSession(at(), c.req.param('id'));
    const finished = await finishAuthentication(at(), session.id, outcome === 'complete');
    return afterPaying(c, finished, emptyForm(await customerEmail(db, session)));
  });

  pages.get('/receipts/:id', async (c) => {
    const charge = await loadObject({ db }, 'charge', c.req.param('id'));
    return renderPage(c, { title: 'Receipt – Send', body: receiptPage(charge), badge: 'Test receipt' });
  });

  pages.get('/invoices/:id', async (c) => {
    const invoice = await loadObject({ db }, 'invoice', c.req.param('id'));
    return renderPage(c, { title: 'Invoice – Send', body: invoicePage(invoice), badge: 'Test invoice' });
  });

  pages.onError((error, c) => {
    if (!(error instanceof SandboxError)) throw error;
    const body = closedPage('There is nothing here', 'This address belongs to no payment that we know.', '/');
    return renderPage(c, { title: 'Not found – Send', body, badge: TEST_CHECKOUT }, { status: 404 });
  });
  return pages;
}

function closedSessionPage(session: CheckoutSession): Markup {
  return session.status === 'complete'
    ? closedPage(
        'This delivery is paid',
        'Nothing more is due. You can close this page.',
        successUrl(session),
      )
    : closedPage(
        'This checkout is closed',
        'It expired, or the delivery was changed or deleted. Nothing was charged. You can start again from the delivery.',
        session.cancel_url,
      );
}

async function customerEmail(db: Db, session: CheckoutSession): Promise<string> {
  if (session.customer_email !== null) return session.customer_email;
  if (session.customer === null) return '';
  return (await loadObject({ db }, 'customer', session.customer)).email ?? '';
}

/**
 * Returns the saved cards that Stripe's page offers in payment mode: those that may be shown again, with a billing name,
 * email address and country, the one that was saved last first. The default card has no influence.
 */
async function offeredCards(db: Db, session: CheckoutSession): Promise<PaymentMethod[]> {
  if (session.customer === null) return [];
  const saved = await listSavedCards({ db }, session.customer);
  return saved.filter(
    ({ allow_redisplay, billing_details: { name, email, address } }) =>
      session.sandbox_redisplay.includes(allow_redisplay) && name && email && address.country,
  );
}

async function methodToAuthenticate(db: Db, session: CheckoutSession) {
  if (session.status !== 'open' || session.payment_intent === null) return undefined;
  const intent = await loadObject({ db }, 'payment_intent', session.payment_intent);
  if (intent.status !== 'requires_action' || intent.payment_method === null) return undefined;
  return loadObject({ db }, 'payment_method', intent.payment_method);
}

async function readFields(c: Context): Promise<CheckoutFields> {
  const form = await readForm(c.req.raw);
  const text = (name: string) => cutText(form.get(name) ?? '', 200);
  return {
    number: text('number'),
    expiry: text('expiry'),
    cvc: text('cvc'),
    name: text('name'),
    email: text('email'),
    saved: text('saved'),
  };
}

function successUrl(session: CheckoutSession): string {
  return session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

/** The policy must also allow the redirect of the form, and the customer may return to another loopback name. */
function returnOrigins(session: CheckoutSession): string[] {
  return [session.success_url, session.cancel_url]
    .filter((url) => url !== null)
    .filter((url) => URL.canParse(url))
    .map((url) => new URL(url).origin)
    .filter((origin, index, all) => all.indexOf(origin) === index);
}
