import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { brandName } from '../../../src/contract/card-format.ts';
import { formatCents } from '../../../src/contract/money.ts';
import type { Db } from '../../db/database.ts';
import type { Clock } from '../../dependencies.ts';
import { readForm } from '../../http/read-request.ts';
import { type Markup, readAsset, renderFrame, renderPage, serveText } from '../pages.ts';
import type { Intent } from './charges.ts';
import { authenticateSession, loadCurrentSession, type PaymentResult, paySession } from './checkout.ts';
import {
  type CheckoutFields,
  checkoutPage,
  closedPage,
  emptyForm,
  readCheckoutForm,
  validateCheckout,
} from './checkout-page.ts';
import { inTransaction, SandboxError } from './context.ts';
import { authenticateIntent, loadIntentBySecret } from './intents.ts';
import { findObjects, loadObject, type Stored } from './objects.ts';

type Session = Stored<'checkout.session'>;
type HostedPagesDependencies = { db: Db; clock: Clock };

const BADGE = 'Test checkout';

/** The pages that Stripe hosts: the checkout, and the bank's question of 3-D Secure, also in a frame of Stripe.js. */
export function createHostedPages({ db, clock }: HostedPagesDependencies): Hono {
  const pages = new Hono();
  serveBrowserScript(pages);
  const within = <T>(work: Parameters<typeof inTransaction<T>>[1]) =>
    inTransaction({ db, now: clock.now() }, work);
  const loadSession = (c: Context) => within((tx) => loadCurrentSession(tx, c.req.param('id') ?? ''));
  const show = (c: Context, session: Session, body: Markup, name = 'Pay') => {
    const title = `${name} – Send test checkout`;
    return renderPage(c, { title, body, badge: BADGE, formTargets: returnOrigins(session) });
  };
  const showClosed = (c: Context, session: Session) =>
    show(c, session, closedSessionPage(session), 'Checkout closed');
  const showForm = async (
    c: Context,
    session: Session,
    typed: CheckoutFields,
    problems: Parameters<typeof checkoutPage>[3] = {},
    title?: string,
  ) => show(c, session, checkoutPage(session, typed, await offeredCards(db, session), problems), title);

  const afterPaying = async (c: Context, result: PaymentResult, typed: CheckoutFields) => {
    const { kind, session } = result;
    if (kind === 'declined') {
      return showForm(c, session, typed, { refusal: result.message }, 'Card declined');
    }
    const path = `/sandbox/checkout/${session.id}`;
    const targets = { paid: successUrl(session), authenticate: `${path}/authenticate`, closed: path };
    return c.redirect(targets[kind], 303);
  };

  pages.get('/checkout/:id', async (c) => {
    const session = await loadSession(c);
    if (session.status !== 'open') return showClosed(c, session);
    return showForm(c, session, emptyForm(await customerEmail(db, session)));
  });

  pages.post('/checkout/:id', async (c) => {
    const session = await loadSession(c);
    if (session.status !== 'open') return showClosed(c, session);
    const typed = readCheckoutForm(await readForm(c.req.raw));
    const judged = validateCheckout(typed, clock.now());
    if ('faults' in judged) return showForm(c, session, typed, judged, 'Please check');
    return afterPaying(c, await within((tx) => paySession(tx, session.id, judged.source)), typed);
  });

  pages.get('/checkout/:id/authenticate', async (c) => {
    const session = await loadSession(c);
    const { id, payment_intent } = session;
    const intent = payment_intent !== null && (await loadObject({ db }, 'payment_intent', payment_intent));
    const question = intent && (await askOwner(db, intent, 'card pad stack paper'));
    if (!question) return c.redirect(`/sandbox/checkout/${id}`, 303);
    return show(c, session, question, '3-D Secure');
  });

  pages.post('/checkout/:id/authenticate', async (c) => {
    const isAuthentic = await readAnswer(c);
    const session = await loadSession(c);
    const result = await within((tx) => authenticateSession(tx, session.id, isAuthentic));
    return afterPaying(c, result, emptyForm(await customerEmail(db, session)));
  });

  // A frame of Stripe.js has only the client secret of its intent.
  const loadIntent = (c: Context) => {
    const secret = c.req.param('secret') ?? '';
    return loadIntentBySecret({ db }, secret.split('_secret_')[0] ?? '', secret);
  };
  pages.get('/stripe/authenticate/:secret', async (c) => {
    const question = await askOwner(db, await loadIntent(c));
    if (question === undefined) return showAnswered(c);
    return renderFrame(c, '3-D Secure', html`<main class="wrap">${question}</main>`);
  });

  pages.post('/stripe/authenticate/:secret', async (c) => {
    const { object, id } = await loadIntent(c);
    const isAuthentic = await readAnswer(c);
    await within((tx) => authenticateIntent(tx, object, id, isAuthentic));
    return showAnswered(c);
  });

  pages.onError((error, c) => {
    if (!(error instanceof SandboxError)) throw error;
    const body = closedPage('There is nothing here', 'This address belongs to no payment that we know.', '/');
    c.status(404);
    return renderPage(c, { title: 'Not found – Send', body, badge: BADGE });
  });
  return pages;
}

/** Returns the question of the bank in 3-D Secure, or undefined if the intent does not wait for an answer. */
async function askOwner(db: Db, intent: Intent, className = 'stack'): Promise<Markup | undefined> {
  if (intent.status !== 'requires_action' || intent.payment_method === null) return undefined;
  const { card } = await loadObject({ db }, 'payment_method', intent.payment_method);
  const purpose =
    intent.object === 'payment_intent'
      ? html`pay <b>${formatCents(intent.amount, intent.currency)}</b>`
      : html`save this card`;
  return html`<section class="${className}" aria-labelledby="ask">
<h1 id="ask">3-D Secure test page</h1>
<p class="soft">The bank of ${brandName(card?.brand ?? '')} ending in ${card?.last4} asks whether you really want to ${purpose}. At a real bank you would confirm with a code or in its app.</p>
<form class="row" method="post">
<button class="btn primary" type="submit" name="outcome" value="complete">Complete authentication</button>
<button class="btn" type="submit" name="outcome" value="fail">Fail authentication</button>
</form>
</section>`;
}

async function readAnswer(c: Context): Promise<boolean> {
  return (await readForm(c.req.raw)).get('outcome') === 'complete';
}

/** The script of this page tells Stripe.js that the customer has answered. */
function showAnswered(c: Context) {
  const content = html`<main class="wrap"><p role="status">Thank you.</p></main>
<script src="/sandbox/stripe/authentication.js"></script>`;
  return renderFrame(c, '3-D Secure', content);
}

function closedSessionPage(session: Session): Markup {
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

async function customerEmail(db: Db, { customer, customer_email }: Session): Promise<string> {
  if (customer_email !== null) return customer_email;
  return customer === null ? '' : ((await loadObject({ db }, 'customer', customer)).email ?? '');
}

/**
 * Returns the saved cards that Stripe's page offers in payment mode: those that may be shown again, with a billing name,
 * email address and country, the one that was saved last first. The default card has no influence.
 */
async function offeredCards(db: Db, session: Session): Promise<Stored<'payment_method'>[]> {
  if (session.customer === null) return [];
  const shown: readonly string[] = session.saved_payment_method_options?.allow_redisplay_filters ?? [];
  return (await findObjects({ db }, 'payment_method', { customer: session.customer })).filter(
    ({ allow_redisplay = '', billing_details: { name, email, address } }) =>
      shown.includes(allow_redisplay) && name && email && address?.country,
  );
}

function successUrl({ id, success_url }: Session): string {
  return success_url?.replaceAll('{CHECKOUT_SESSION_ID}', id) ?? '/';
}

/** The policy must also allow the redirect of the form, and the customer may return to another loopback name. */
function returnOrigins({ success_url, cancel_url }: Session): string[] {
  const urls = [success_url, cancel_url].filter((url) => url !== null).filter((url) => URL.canParse(url));
  return [...new Set(urls.map((url) => new URL(url).origin))];
}

const FIELDS = new Map([
  ['cardNumber', ['Credit or debit card number', 'cardnumber', '1234 1234 1234 1234', 'cc-number']],
  ['cardExpiry', ['Credit or debit card expiration date', 'exp-date', 'MM / YY', 'cc-exp']],
  ['cardCvc', ['Credit or debit card CVC/CVV', 'cvc', 'CVC', 'cc-csc']],
]);

/** Serves `stripe.js`, and what the frames of the card fields load. */
function serveBrowserScript(pages: Hono): void {
  serveText(pages, '/stripe.js', readAsset('stripe.js'), 'javascript');
  for (const name of ['card-field.js', 'authentication.js', 'checkout.js']) {
    serveText(pages, `/stripe/${name}`, readAsset(name), 'javascript');
  }
  serveText(pages, '/stripe/card-field.css', readAsset('card-field.css'), 'css');
  pages.get('/stripe/field', (c) => {
    const type = c.req.query('type') ?? '';
    const field = FIELDS.get(type);
    if (field === undefined) return c.notFound();
    const [label = '', name, placeholder, autocomplete] = field;
    const content = html`<input data-type="${type}" data-placeholder="${placeholder}" name="${name}" aria-label="${label}" placeholder="${placeholder}" autocomplete="${autocomplete}" inputmode="numeric" spellcheck="false" autocapitalize="off" aria-invalid="false">
<script src="/sandbox/stripe/card-field.js"></script>`;
    return renderFrame(c, label, content, '/sandbox/stripe/card-field.css');
  });
}
