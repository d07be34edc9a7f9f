import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Db } from '../../db/database.ts';
import type { Clock } from '../../ports.ts';
import { answerPage, type Markup } from '../pages/page.ts';
import { finishAuthentication, type PayOutcome, paySession } from './charging.ts';
import { emptyForm, judge, type Typed } from './checkout-form.ts';
import { authenticationPage, checkoutPage, closedPage } from './checkout-page.ts';
import { invoicePage, receiptPage } from './documents.ts';
import { savedCards } from './payment-methods.ts';
import { load } from './queries/objects.ts';
import { currentSession } from './sessions.ts';
import type { CheckoutSession, PaymentMethod } from './shapes.ts';
import { SandboxError } from './stripe-error.ts';

type PagesWorld = { db: Db; clock: Clock; kick: () => void };

const TEST_CHECKOUT = 'Test checkout';

/** The pages that Stripe hosts: checkout with 3-D Secure, receipts and invoices. */
export function hostedPages({ db, clock, kick }: PagesWorld): Hono {
  const pages = new Hono();
  pages.use(bodyLimit({ maxSize: 16 * 1024 }));

  const checkout = async (c: Context, session: CheckoutSession, body: Markup, title = 'Pay') =>
    answerPage(
      c,
      { title: `${title} – Send test checkout`, body, badge: TEST_CHECKOUT },
      { formTargets: originsOf(session) },
    );

  const afterPaying = async (c: Context, outcome: PayOutcome, typed: Typed) => {
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
          checkoutPage(outcome.session, typed, await savedOf(db, outcome.session), {
            refusal: outcome.error.message,
          }),
          'Card declined',
        );
    }
  };

  pages.get('/checkout/:id', async (c) => {
    const session = await currentSession(db, clock.now(), c.req.param('id'));
    if (session.status !== 'open') return checkout(c, session, closed(session), 'Checkout closed');
    return checkout(
      c,
      session,
      checkoutPage(session, emptyForm(await emailOf(db, session)), await savedOf(db, session)),
    );
  });

  pages.post('/checkout/:id', async (c) => {
    const session = await currentSession(db, clock.now(), c.req.param('id'));
    if (session.status !== 'open') return checkout(c, session, closed(session), 'Checkout closed');
    const typed = await typedIn(c);
    const judged = judge(typed, clock.now());
    if (judged.kind === 'faulty') {
      const page = checkoutPage(session, typed, await savedOf(db, session), { faults: judged.faults });
      return checkout(c, session, page, 'Please check');
    }
    return afterPaying(c, await paySession(db, clock.now(), session.id, judged), typed);
  });

  pages.get('/checkout/:id/authenticate', async (c) => {
    const session = await currentSession(db, clock.now(), c.req.param('id'));
    const method = await methodToAuthenticate(db, session);
    if (method === undefined) return c.redirect(`/sandbox/checkout/${session.id}`, 303);
    return checkout(c, session, authenticationPage(session, method.card), '3-D Secure');
  });

  pages.post('/checkout/:id/authenticate', async (c) => {
    const { outcome } = await c.req.parseBody();
    const session = await currentSession(db, clock.now(), c.req.param('id'));
    const finished = await finishAuthentication(db, clock.now(), session.id, outcome === 'complete');
    return afterPaying(c, finished, emptyForm(await emailOf(db, session)));
  });

  pages.get('/receipts/:id', async (c) => {
    const charge = await load(db, 'charge', c.req.param('id'));
    return answerPage(c, { title: 'Receipt – Send', body: receiptPage(charge), badge: 'Test receipt' });
  });

  pages.get('/invoices/:id', async (c) => {
    const invoice = await load(db, 'invoice', c.req.param('id'));
    return answerPage(c, { title: 'Invoice – Send', body: invoicePage(invoice), badge: 'Test invoice' });
  });

  pages.onError((error, c) => {
    if (!(error instanceof SandboxError)) throw error;
    const body = closedPage('There is nothing here', 'This address belongs to no payment that we know.', '/');
    return answerPage(c, { title: 'Not found – Send', body, badge: TEST_CHECKOUT }, { status: 404 });
  });
  return pages;
}

function closed(session: CheckoutSession): Markup {
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

async function emailOf(db: Db, session: CheckoutSession): Promise<string> {
  if (session.customer_email !== null) return session.customer_email;
  if (session.customer === null) return '';
  return (await load(db, 'customer', session.customer)).email ?? '';
}

/** The customer's cards, the default first. */
async function savedOf(db: Db, { customer: id }: CheckoutSession): Promise<PaymentMethod[]> {
  if (id === null) return [];
  const { invoice_settings } = await load(db, 'customer', id);
  const isDefault = (card: PaymentMethod) => Number(card.id === invoice_settings.default_payment_method);
  return (await savedCards(db, id)).data.toSorted((a, b) => isDefault(b) - isDefault(a));
}

async function methodToAuthenticate(db: Db, session: CheckoutSession) {
  if (session.status !== 'open' || session.payment_intent === null) return undefined;
  const intent = await load(db, 'payment_intent', session.payment_intent);
  if (intent.status !== 'requires_action' || intent.payment_method === null) return undefined;
  return load(db, 'payment_method', intent.payment_method);
}

async function typedIn(c: Context): Promise<Typed> {
  const form = await c.req.parseBody();
  const text = (name: string) => {
    const value = form[name];
    return typeof value === 'string' ? value.slice(0, 200) : '';
  };
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

/** A form's redirect must be allowed too, and the customer may come back under another loopback name. */
function originsOf(session: CheckoutSession): string[] {
  return [session.success_url, session.cancel_url]
    .filter((url) => url !== null)
    .filter((url) => URL.canParse(url))
    .map((url) => new URL(url).origin)
    .filter((origin, index, all) => all.indexOf(origin) === index);
}
