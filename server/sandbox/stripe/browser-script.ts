import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { readAsset, serveToFrames } from '../read-asset.ts';

const FIELDS = {
  cardNumber: {
    label: 'Credit or debit card number',
    name: 'cardnumber',
    placeholder: '1234 1234 1234 1234',
    autocomplete: 'cc-number',
  },
  cardExpiry: {
    label: 'Credit or debit card expiration date',
    name: 'exp-date',
    placeholder: 'MM / YY',
    autocomplete: 'cc-exp',
  },
  cardCvc: { label: 'Credit or debit card CVC/CVV', name: 'cvc', placeholder: 'CVC', autocomplete: 'cc-csc' },
} as const;
type FieldType = keyof typeof FIELDS;

/** Only our own pages may embed the frame, and it may connect only to our server. */
const FRAME_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** Serves `stripe.js` and the frames that it adds to a page, one for each card field. */
export function createBrowserScriptRoutes(): Hono {
  const routes = new Hono();
  serveToFrames(routes, '/stripe.js', readAsset('stripe.js'), 'javascript');
  serveToFrames(routes, '/stripe/card-field.js', readAsset('card-field.js'), 'javascript');
  serveToFrames(routes, '/stripe/card-field.css', readAsset('card-field.css'), 'css');

  routes.get('/stripe/field', (c) => {
    const type = new URL(c.req.url).searchParams.get('type') ?? '';
    return isFieldType(type) ? cardFieldFrame(c, type) : c.notFound();
  });
  return routes;
}

function isFieldType(type: string): type is FieldType {
  return Object.hasOwn(FIELDS, type);
}

function cardFieldFrame(c: Context, type: FieldType) {
  const { label, name, placeholder, autocomplete } = FIELDS[type];
  c.header('Content-Security-Policy', FRAME_POLICY);
  c.header('X-Frame-Options', 'SAMEORIGIN');
  c.header('Cache-Control', 'no-cache');
  c.header('Referrer-Policy', 'no-referrer');
  return c.html(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${label}</title>
<link rel="stylesheet" href="card-field.css">
</head>
<body>
<input data-type="${type}" data-placeholder="${placeholder}" name="${name}" aria-label="${label}" placeholder="${placeholder}" autocomplete="${autocomplete}" inputmode="numeric" spellcheck="false" autocapitalize="off" aria-invalid="false">
<script src="card-field.js"></script>
</body>
</html>`);
}
