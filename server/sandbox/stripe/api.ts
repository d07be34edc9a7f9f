import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Db } from '../../db/database.ts';
import type { Clock } from '../../ports.ts';
import { digitsOf } from './card-input.ts';
import { createCustomer, updateCustomer } from './customers.ts';
import { expand } from './expand.ts';
import { type FormObject, listOf, parseForm } from './form-body.ts';
import { once } from './idempotency.ts';
import { checkKey, type SandboxKeys } from './keys.ts';
import {
  AttachParameters,
  CustomerParameters,
  PaymentMethodParameters,
  RefundParameters,
  read,
  readList,
  SessionParameters,
} from './parameters.ts';
import { attach, createPaymentMethod, detach, savedCards } from './payment-methods.ts';
import { list, load } from './queries/objects.ts';
import { createRefund } from './refunds.ts';
import { createSession, currentSession, expireSession } from './sessions.ts';
import type { ObjectName } from './shapes.ts';
import { invalid, SandboxError } from './stripe-error.ts';

export type ApiWorld = { db: Db; clock: Clock; keys: SandboxKeys; kick: () => void };
type Call = { form: FormObject; param: (name: string) => string; path: string };
type Handler = (call: Call) => Promise<unknown>;

const MAX_BODY_BYTES = 256 * 1024;

/** The part of Stripe's REST API that this product uses, below `/v1`. */
export function stripeApi({ db, clock, keys, kick }: ApiWorld): Hono {
  const api = new Hono();
  api.use('/v1/*', bodyLimit({ maxSize: MAX_BODY_BYTES }));

  const get = (path: string, handler: Handler) =>
    api.get(path, async (c) => {
      checkKey(keys, bearer(c));
      return answer(c, 200, await handled(handler, c, parseForm(new URL(c.req.url).search)));
    });
  const post = (path: string, handler: Handler) =>
    api.post(path, async (c) => {
      checkKey(keys, bearer(c));
      const raw = await c.req.text();
      const { status, body } = await once(
        db,
        clock.now(),
        c.req.header('idempotency-key'),
        c.req.path + raw,
        async () => ({
          status: 200,
          body: await handled(handler, c, parseForm(raw)),
        }),
      );
      kick();
      return answer(c, status, body);
    });
  const handled = async (handler: Handler, c: Context, form: FormObject) => {
    const call = { form, param: (name: string) => c.req.param(name) ?? '', path: c.req.path };
    const paths = listOf(form.expand).filter((path) => typeof path === 'string');
    return expand(db, await handler(call), paths);
  };
  const readable = (path: string, name: ObjectName) => {
    get(path, ({ form }) => list(db, name, path, readList(form)));
    get(`${path}/:id`, ({ param }) => load(db, name, param('id')));
  };

  post('/v1/customers', ({ form }) => createCustomer(db, clock.now(), read(CustomerParameters, form)));
  post('/v1/customers/:id', ({ form, param }) =>
    updateCustomer(db, param('id'), read(CustomerParameters, form)),
  );
  readable('/v1/customers', 'customer');
  get('/v1/customers/:id/payment_methods', async ({ param }) => {
    await load(db, 'customer', param('id'));
    return savedCards(db, param('id'));
  });

  // The one call that browsers make themselves: from a frame of its own origin, without an idempotency key,
  // because a fingerprint of the body would be a fingerprint of the card.
  api.post('/v1/payment_methods', async (c) => {
    c.header('Access-Control-Allow-Origin', '*');
    const { key, ...form } = parseForm(await c.req.text());
    checkKey(keys, typeof key === 'string' ? key : bearer(c), { publishable: true });
    const { card, billing_details } = read(PaymentMethodParameters, form);
    const input = {
      number: digitsOf(card.number),
      expMonth: card.exp_month,
      expYear: card.exp_year,
      cvc: card.cvc,
    };
    return answer(c, 200, await createPaymentMethod(db, clock.now(), input, billing_details));
  });
  readable('/v1/payment_methods', 'payment_method');
  post('/v1/payment_methods/:id/attach', ({ form, param }) =>
    attach(db, clock.now(), param('id'), read(AttachParameters, form).customer),
  );
  post('/v1/payment_methods/:id/detach', ({ param }) => detach(db, clock.now(), param('id')));

  post('/v1/checkout/sessions', async ({ form }) => {
    const input = read(SessionParameters, form);
    const items = Object.values(input.line_items);
    if (items.length === 0) throw invalid('At least one line item is required.', 'line_items');
    if (input.customer !== null) await load(db, 'customer', input.customer);
    return createSession(db, clock.now(), {
      lines: items.map(({ price_data, quantity }) => ({
        description: price_data.product_data.name,
        amount: price_data.unit_amount,
        quantity,
      })),
      currency: items[0]?.price_data.currency ?? 'eur',
      customer: input.customer,
      customerEmail: input.customer_email,
      reference: input.client_reference_id,
      metadata: input.metadata,
      payment: input.payment_intent_data,
      invoice: input.invoice_creation?.enabled === 'true',
      successUrl: input.success_url,
      cancelUrl: input.cancel_url,
    });
  });
  get('/v1/checkout/sessions', ({ form }) =>
    list(db, 'checkout.session', '/v1/checkout/sessions', readList(form)),
  );
  get('/v1/checkout/sessions/:id', ({ param }) => currentSession(db, clock.now(), param('id')));
  post('/v1/checkout/sessions/:id/expire', ({ param }) => expireSession(db, clock.now(), param('id')));

  post('/v1/refunds', ({ form }) => {
    const input = read(RefundParameters, form);
    return createRefund(db, clock.now(), { ...input, intentId: input.payment_intent, amount: input.amount });
  });
  readable('/v1/refunds', 'refund');
  readable('/v1/payment_intents', 'payment_intent');
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
    return c.json(error.body, error.status);
  });
  return api;
}

function bearer(c: Context): string {
  return /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
}

function answer(c: Context, status: number, body: unknown): Response {
  c.header('Cache-Control', 'no-store');
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...Object.fromEntries(c.res.headers), 'content-type': 'application/json' },
  });
}
