import { type Context, Hono } from 'hono';
import type { Db } from '../../db/database.ts';
import type { Clock } from '../../dependencies.ts';
import { readTextBody } from '../../http/json-body.ts';
import { addAccountRoutes } from './account-api.ts';
import { requireValidKey, type SandboxKeys } from './api-keys.ts';
import { stripSeparators } from './card-input.ts';
import { completeResponse } from './complete-response.ts';
import { createCustomer, deleteCustomer, updateCustomer } from './customers.ts';
import { closeDispute, submitEvidence } from './disputes.ts';
import { expandPaths } from './expand.ts';
import { type FormObject, parseForm, toList } from './form-body.ts';
import { withIdempotencyKey } from './idempotency.ts';
import { type ApiCall, addIntentRoutes } from './intent-api.ts';
import type { ObjectName } from './object-schemas.ts';
import {
  AttachParameters,
  CustomerParameters,
  DisputeParameters,
  PaymentMethodParameters,
  PaymentMethodUpdateParameters,
  parseListParameters,
  parseParameters,
  RefundParameters,
  RefundUpdateParameters,
  requireNoParameters,
  SessionParameters,
} from './parameters.ts';
import {
  attachPaymentMethod,
  createPaymentMethod,
  detachPaymentMethod,
  listSavedCards,
  updatePaymentMethod,
} from './payment-methods.ts';
import { listObjects, loadObject } from './queries/objects.ts';
import { createRefund, updateRefund } from './refunds.ts';
import { createSandboxSession, expireSession, loadCurrentSession } from './sessions.ts';
import { invalidParameter, SandboxError } from './stripe-error.ts';
import { addTaxes } from './tax-rates.ts';
import { deleteWebhookEndpoint } from './webhook-endpoints.ts';

export type StripeApiDependencies = {
  db: Db;
  clock: Clock;
  keys: SandboxKeys;
  publicUrl: string;
  triggerDelivery: () => void;
};
type ApiHandler = (call: ApiCall) => Promise<unknown>;
type RouteOptions = { allowsBrowser?: boolean };

/** The part of Stripe's REST API that this product uses, below `/v1`. */
export function createStripeApi({
  db,
  clock,
  keys,
  publicUrl,
  triggerDelivery: kick,
}: StripeApiDependencies): Hono {
  const api = new Hono();
  /** Checks the key, which a browser sends in the form because a header would need a preflight request. */
  const authorize = (c: Context, { key, ...form }: FormObject, { allowsBrowser = false }: RouteOptions) => {
    if (allowsBrowser) c.header('Access-Control-Allow-Origin', '*');
    const isFromBrowser = allowsBrowser && typeof key === 'string';
    requireValidKey(keys, isFromBrowser ? key : bearerToken(c), { publishable: isFromBrowser });
    return { form: isFromBrowser || key === undefined ? form : { ...form, key }, isFromBrowser };
  };
  const get = (path: string, handler: ApiHandler, options: RouteOptions = {}) =>
    api.get(path, async (c) => {
      const call = authorize(c, parseForm(new URL(c.req.url).search), options);
      return jsonResponse(c, 200, await handled(handler, c, call));
    });
  const post = (path: string, handler: ApiHandler, options: RouteOptions = {}) =>
    api.post(path, async (c) => {
      const raw = await readTextBody(c.req.raw);
      const call = authorize(c, parseForm(raw), options);
      const { status, body } = await withIdempotencyKey(
        db,
        clock.now(),
        c.req.header('idempotency-key'),
        c.req.path + raw,
        async () => ({ status: 200, body: await handled(handler, c, call) }),
      ).finally(kick);
      return jsonResponse(c, status, body);
    });
  const handled = async (
    handler: ApiHandler,
    c: Context,
    { form, isFromBrowser }: ReturnType<typeof authorize>,
  ) => {
    const call = { form, isFromBrowser, param: (name: string) => c.req.param(name) ?? '', path: c.req.path };
    const paths = toList(form.expand).filter((path) => typeof path === 'string');
    return completeResponse(await expandPaths(db, await handler(call), paths));
  };
  const readable = (path: string, name: ObjectName) => {
    get(path, ({ form }) => listObjects(db, name, path, parseListParameters(form)));
    get(`${path}/:id`, ({ form, param }) => {
      requireNoParameters(form);
      return loadObject(db, name, param('id'));
    });
  };

  post('/v1/customers', ({ form }) =>
    createCustomer(db, clock.now(), parseParameters(CustomerParameters, form)),
  );
  post('/v1/customers/:id', ({ form, param }) =>
    updateCustomer(db, param('id'), parseParameters(CustomerParameters, form)),
  );
  api.delete('/v1/customers/:id', async (c) => {
    requireValidKey(keys, bearerToken(c));
    return jsonResponse(c, 200, await deleteCustomer(db, c.req.param('id')));
  });
  addAccountRoutes({ db, clock, keys, get, post });
  api.delete('/v1/webhook_endpoints/:id', async (c) => {
    requireValidKey(keys, bearerToken(c));
    return jsonResponse(c, 200, await deleteWebhookEndpoint(db, c.req.param('id')));
  });
  readable('/v1/customers', 'customer');
  get('/v1/customers/:id/payment_methods', async ({ form, param }) => {
    parseListParameters(form);
    await loadObject(db, 'customer', param('id'));
    return listSavedCards(db, param('id'));
  });

  // Browsers make this call themselves: from a frame of its own origin, and without an idempotency key, because a
  // fingerprint of the body would be a fingerprint of the card.
  api.post('/v1/payment_methods', async (c) => {
    c.header('Access-Control-Allow-Origin', '*');
    const { key, ...form } = parseForm(await readTextBody(c.req.raw));
    requireValidKey(keys, typeof key === 'string' ? key : bearerToken(c), { publishable: true });
    const parameters = parseParameters(PaymentMethodParameters, form);
    const { card, billing_details, allow_redisplay: allowRedisplay, metadata } = parameters;
    const input = {
      number: stripSeparators(card.number),
      expMonth: card.exp_month,
      expYear: card.exp_year,
      cvc: card.cvc,
    };
    const options = { allowRedisplay, metadata };
    const method = await createPaymentMethod(db, clock.now(), input, billing_details, options);
    return jsonResponse(c, 200, completeResponse(method));
  });
  readable('/v1/payment_methods', 'payment_method');
  post('/v1/payment_methods/:id', ({ form, param }) =>
    updatePaymentMethod(db, param('id'), parseParameters(PaymentMethodUpdateParameters, form)),
  );
  post('/v1/payment_methods/:id/attach', ({ form, param }) =>
    attachPaymentMethod(db, clock.now(), param('id'), parseParameters(AttachParameters, form).customer),
  );
  post('/v1/payment_methods/:id/detach', ({ form, param }) => {
    requireNoParameters(form);
    return detachPaymentMethod(db, clock.now(), param('id'));
  });

  post('/v1/checkout/sessions', async ({ form }) => {
    const input = parseParameters(SessionParameters, form);
    const items = Object.values(input.line_items);
    if (items.length === 0) throw invalidParameter('At least one line item is required.', 'line_items');
    if (input.customer !== null) {
      if (input.customer_email !== null) {
        throw invalidParameter(
          'You may only specify one of these parameters: customer, customer_email.',
          'customer_email',
        );
      }
      await loadObject(db, 'customer', input.customer);
    }
    return createSandboxSession(db, clock.now(), {
      lines: await addTaxes(
        db,
        items.map(({ price_data, quantity }) => ({
          description: price_data.product_data.name,
          amount: price_data.unit_amount,
          quantity,
        })),
        items.map(({ tax_rates }) => tax_rates),
      ),
      currency: items[0]?.price_data.currency ?? 'eur',
      customer: input.customer,
      customerEmail: input.customer_email,
      createsCustomer: input.customer_creation === 'always',
      reference: input.client_reference_id,
      metadata: input.metadata,
      payment: input.payment_intent_data,
      redisplay: Object.values(
        input.saved_payment_method_options?.allow_redisplay_filters ?? { 0: 'always' },
      ),
      invoice: input.invoice_creation?.enabled === 'true',
      invoiceFields: input.invoice_creation?.invoice_data.custom_fields ?? [],
      successUrl: input.success_url,
      cancelUrl: input.cancel_url,
    });
  });
  get('/v1/checkout/sessions', ({ form }) =>
    listObjects(db, 'checkout.session', '/v1/checkout/sessions', parseListParameters(form)),
  );
  get('/v1/checkout/sessions/:id', ({ form, param }) => {
    requireNoParameters(form);
    return loadCurrentSession(db, clock.now(), param('id'));
  });
  post('/v1/checkout/sessions/:id/expire', ({ form, param }) => {
    requireNoParameters(form);
    return expireSession(db, clock.now(), param('id'));
  });

  post('/v1/refunds', ({ form }) => {
    const input = parseParameters(RefundParameters, form);
    return createRefund(db, clock.now(), { ...input, intentId: input.payment_intent, amount: input.amount });
  });
  post('/v1/refunds/:id', ({ form, param }) =>
    updateRefund(db, param('id'), parseParameters(RefundUpdateParameters, form).metadata),
  );
  readable('/v1/refunds', 'refund');
  readable('/v1/disputes', 'dispute');
  post('/v1/disputes/:id', ({ form, param }) =>
    submitEvidence(
      db,
      clock.now(),
      param('id'),
      parseParameters(DisputeParameters, form).evidence.uncategorized_text,
    ),
  );
  post('/v1/disputes/:id/close', ({ form, param }) => {
    requireNoParameters(form);
    return closeDispute(db, clock.now(), param('id'), 'lost');
  });
  addIntentRoutes({ db, clock, publicUrl, get, post });
  readable('/v1/charges', 'charge');
  readable('/v1/invoices', 'invoice');
  readable('/v1/events', 'event');

  api.all('/v1/*', (c) => {
    throw new SandboxError(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${c.req.method}: ${c.req.path}).`,
    });
  });
  api.onError((error, c) => {
    if (!(error instanceof SandboxError)) throw error;
    return jsonResponse(c, error.status, completeResponse(error.body));
  });
  return api;
}

function bearerToken(c: Context): string {
  return /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
}

function jsonResponse(c: Context, status: number, body: unknown): Response {
  c.header('Cache-Control', 'no-store');
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...Object.fromEntries(c.res.headers), 'content-type': 'application/json' },
  });
}
