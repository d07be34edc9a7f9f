import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { renderFrame } from '../pages/layout.ts';
import { readAsset, serveText } from '../read-asset.ts';

/** The attributes of each card field, and its label. */
const FIELDS = new Map([
  ['cardNumber', ['Credit or debit card number', 'cardnumber', '1234 1234 1234 1234', 'cc-number']],
  ['cardExpiry', ['Credit or debit card expiration date', 'exp-date', 'MM / YY', 'cc-exp']],
  ['cardCvc', ['Credit or debit card CVC/CVV', 'cvc', 'CVC', 'cc-csc']],
]);

/** Serves `stripe.js` and what its frames load: one frame for each card field, and one for the bank's question. */
export function createBrowserScriptRoutes(): Hono {
  const routes = new Hono();
  serveText(routes, '/stripe.js', readAsset('stripe.js'), 'javascript');
  for (const name of ['card-field.js', 'authentication.js']) {
    serveText(routes, `/stripe/${name}`, readAsset(name), 'javascript');
  }
  serveText(routes, '/stripe/card-field.css', readAsset('card-field.css'), 'css');

  routes.get('/stripe/field', (c) => {
    const type = c.req.query('type') ?? '';
    const field = FIELDS.get(type);
    return field === undefined ? c.notFound() : cardFieldFrame(c, type, field);
  });
  return routes;
}

function cardFieldFrame(
  c: Context,
  type: string,
  [label, name, placeholder, autocomplete]: readonly string[],
) {
  return renderFrame(c, {
    title: label ?? '',
    stylesheet: '/sandbox/stripe/card-field.css',
    content: html`<input data-type="${type}" data-placeholder="${placeholder}" name="${name}" aria-label="${label}" placeholder="${placeholder}" autocomplete="${autocomplete}" inputmode="numeric" spellcheck="false" autocapitalize="off" aria-invalid="false">
<script src="/sandbox/stripe/card-field.js"></script>`,
  });
}
