import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import type { Db } from '../../db/database.ts';
import type { Clock } from '../../dependencies.ts';
import { readForm } from '../../http/json-body.ts';
import { formatMoney } from '../pages/format.ts';
import type { Markup } from '../pages/layout.ts';
import { readAsset, serveToFrames } from '../read-asset.ts';
import { authenticationQuestion } from './checkout-page.ts';
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
  serveToFrames(routes, '/stripe/authentication.css', stylesheet, 'css');
  serveToFrames(routes, '/stripe/authentication.js', readAsset('authentication.js'), 'javascript');

  routes.get('/stripe/authenticate/:secret', async (c) => {
    const intent = await loadBySecret(db, c.req.param('secret'));
    if (intent.status !== 'requires_action' || intent.payment_method === null) return answeredPage(c);
    const { card } = await loadObject({ db }, 'payment_method', intent.payment_method);
    const purpose =
      intent.object === 'payment_intent'
        ? html`pay <b>${formatMoney(intent.amount, intent.currency)}</b>`
        : html`save this card`;
    return framePage(c, authenticationQuestion(card, purpose));
  });

  routes.post('/stripe/authenticate/:secret', async (c) => {
    const intent = await loadBySecret(db, c.req.param('secret'));
    const isAuthentic = (await readForm(c.req.raw)).get('outcome') === 'complete';
    await authenticateIntent(
      { db, now: clock.now(), receiptBase: publicUrl },
      intent.object,
      intent.id,
      isAuthentic,
    );
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
