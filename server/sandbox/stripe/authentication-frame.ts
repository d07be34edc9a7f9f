import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { Db } from '../../db/database.ts';
import type { Clock } from '../../dependencies.ts';
import { readForm } from '../../http/json-body.ts';
import { brandName, formatMoney } from '../pages/format.ts';
import type { Markup } from '../pages/layout.ts';
import { readAsset } from '../read-asset.ts';
import { authenticateIntent } from './confirm-intent.ts';
import { loadObject } from './queries/objects.ts';
import { SandboxError } from './stripe-error.ts';

type AuthenticationFrameDependencies = {
  db: Db;
  clock: Clock;
  publicUrl: string;
  triggerDelivery: () => void;
};

/** Only our own pages may embed the frame. Its document has an opaque origin, so `'self'` must be in the policy. */
const FRAME_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'";

/** The page of the bank in a frame of Stripe.js: it asks whether the customer really wants to save the card or pay. */
export function createAuthenticationFrame(dependencies: AuthenticationFrameDependencies): Hono {
  const { db, clock, publicUrl, triggerDelivery } = dependencies;
  const routes = new Hono();
  const stylesheet = ['tokens.css', 'layout.css', 'pages.css'].map(readAsset).join('\n');
  const script = readAsset('authentication.js');
  const asset = (path: string, text: string, type: string) =>
    routes.get(path, (c) => {
      c.header('Content-Type', type);
      c.header('Cache-Control', 'no-cache');
      c.header('Cross-Origin-Resource-Policy', 'cross-origin');
      return c.body(text);
    });
  asset('/stripe/authentication.css', stylesheet, 'text/css; charset=utf-8');
  asset('/stripe/authentication.js', script, 'text/javascript; charset=utf-8');

  routes.get('/stripe/authenticate/:secret', async (c) => {
    const intent = await loadBySecret(db, c.req.param('secret'));
    if (intent.status !== 'requires_action' || intent.payment_method === null) return answeredPage(c);
    const { card } = await loadObject({ db }, 'payment_method', intent.payment_method);
    const purpose =
      intent.object === 'payment_intent'
        ? html`pay <b>${formatMoney(intent.amount, intent.currency)}</b>`
        : html`save this card`;
    return framePage(
      c,
      html`<section class="stack" aria-labelledby="ask">
<h1 id="ask">3-D Secure test page</h1>
<p class="soft">The bank of ${brandName(card.brand)} ending in ${card.last4} asks whether you really want to ${purpose}. At a real bank you would confirm with a code or in its app.</p>
<form class="row" method="post">
<button class="btn primary" type="submit" name="outcome" value="complete">Complete authentication</button>
<button class="btn" type="submit" name="outcome" value="fail">Fail authentication</button>
</form>
</section>`,
    );
  });

  routes.post('/stripe/authenticate/:secret', async (c) => {
    const intent = await loadBySecret(db, c.req.param('secret'));
    const isAuthentic = (await readForm(c.req.raw)).get('outcome') === 'complete';
    const answer = { isAuthentic, receiptBase: publicUrl };
    await authenticateIntent({ db, now: clock.now() }, intent.object, intent.id, answer);
    triggerDelivery();
    return answeredPage(c);
  });
  routes.onError((error, c) => {
    if (!(error instanceof SandboxError)) throw error;
    return c.notFound();
  });
  return routes;
}

async function loadBySecret(db: Db, secret: string) {
  const id = secret.split('_secret_')[0] ?? '';
  const intent = await loadObject({ db }, id.startsWith('seti_') ? 'setup_intent' : 'payment_intent', id);
  if (intent.client_secret !== secret) {
    throw new SandboxError(404, { type: 'invalid_request_error', message: 'No such client secret' });
  }
  return intent;
}

/** The script of this page tells Stripe.js that the customer has answered. */
function answeredPage(c: Context) {
  return framePage(c, html`<p role="status">Thank you.</p><script src="../authentication.js"></script>`);
}

function framePage(c: Context, body: Markup) {
  c.header('Content-Security-Policy', FRAME_POLICY);
  c.header('X-Frame-Options', 'SAMEORIGIN');
  c.header('Cache-Control', 'no-store');
  c.header('Referrer-Policy', 'no-referrer');
  return c.html(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>3-D Secure</title>
<link rel="stylesheet" href="../authentication.css">
</head>
<body><main class="wrap">${body}</main></body>
</html>`);
}
