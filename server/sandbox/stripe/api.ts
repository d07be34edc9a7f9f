import { type Context, Hono } from 'hono';
import type { Db } from '../../db/database.ts';
import type { Clock } from '../../dependencies.ts';
import { readTextBody } from '../../http/json-body.ts';
import { type ApiCall, BROWSER_CALLS, CALLS } from './api-calls.ts';
import { requireValidKey, type SandboxKeys } from './api-keys.ts';
import { completeResponse } from './complete-response.ts';
import { expandPaths } from './expand.ts';
import { type FormObject, parseForm, toList } from './form-body.ts';
import { withIdempotencyKey } from './idempotency.ts';
import { findIgnoredParameters, rejectUnknownParameters } from './parameters.ts';
import { loadObject } from './queries/objects.ts';
import { invalidParameter, SandboxError } from './stripe-error.ts';

export type StripeApiDependencies = {
  db: Db;
  clock: Clock;
  keys: SandboxKeys;
  publicUrl: string;
  triggerDelivery: () => void;
};
type Handler = (call: string, definition: ApiCall, c: Context) => Promise<Response>;

/** Names the parameters of a call that Stripe has and the sandbox does not read. */
const IGNORED_HEADER = 'Sandbox-Ignored-Parameters';

/** Stripe's REST API, as far as `CALLS` defines it. */
export function createStripeApi(dependencies: StripeApiDependencies): Hono {
  const { db, clock, keys, publicUrl, triggerDelivery } = dependencies;
  const api = new Hono();
  const respond: Handler = async (call, { schema, run }, c) => {
    const { method } = c.req;
    const raw = method === 'POST' ? await readTextBody(c.req.raw) : new URL(c.req.url).search;
    const id = c.req.param('id') ?? '';
    const { expand, ...form } = await authorize(dependencies, call, id, c, parseForm(raw));
    rejectUnknownParameters(call, form);
    const ignored = schema === undefined ? [] : findIgnoredParameters(schema, form);
    if (ignored.length > 0) c.header(IGNORED_HEADER, ignored.join(', '));
    const work = async () => {
      const value = await run(
        { db, now: clock.now(), keys, receiptBase: publicUrl, id, path: c.req.path },
        form,
      );
      const paths = toList(expand).filter((path) => typeof path === 'string');
      return { status: 200, body: completeResponse(await expandPaths(db, value, paths)) };
    };
    // The fingerprint of a request with a card number would be a fingerprint of the card.
    const key = 'card' in form ? undefined : c.req.header('idempotency-key');
    const { status, body } = await withIdempotencyKey(db, clock.now(), key, c.req.path + raw, work);
    return jsonResponse(c, status, body);
  };
  for (const [call, definition] of Object.entries(CALLS)) {
    const [method = '', path = ''] = call.split(' ');
    api.on(method, path, (c) =>
      method === 'GET' ? respond(call, definition, c) : respond(call, definition, c).finally(triggerDelivery),
    );
  }
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

/** Checks the key, which a browser sends in the form because a header would need a preflight request. */
async function authorize(
  { db, keys }: StripeApiDependencies,
  call: string,
  id: string,
  c: Context,
  form: FormObject,
): Promise<FormObject> {
  const { key, client_secret, ...parameters } = form;
  if (!BROWSER_CALLS.includes(call) || typeof key !== 'string') {
    requireValidKey(keys, bearerToken(c));
    return form;
  }
  c.header('Access-Control-Allow-Origin', '*');
  requireValidKey(keys, key, { publishable: true });
  if (id === '') return parameters;
  const intent = await loadObject({ db }, id.startsWith('seti_') ? 'setup_intent' : 'payment_intent', id);
  if (intent.client_secret === null || client_secret !== intent.client_secret) {
    throw invalidParameter('The client_secret provided does not match this object.', 'client_secret');
  }
  return parameters;
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
