import { type Context, Hono } from 'hono';
import type { Db } from '../../db/database.ts';
import type { Clock } from '../../dependencies.ts';
import { readTextBody } from '../../http/read-request.ts';
import { BROWSER_CALLS, CALLS } from './api-calls.ts';
import { requireValidKey, type SandboxKeys } from './api-keys.ts';
import { inTransaction } from './context.ts';
import { expandPaths } from './expand.ts';
import { withIdempotencyKey } from './idempotency.ts';
import { loadIntentBySecret } from './intents.ts';
import { type FormObject, parseForm, parseParameters, trackReads } from './parameters.ts';
import { SandboxError } from './stripe-error.ts';
import { serializeObject } from './stripe-types.ts';

export type StripeApiDependencies = {
  db: Db;
  clock: Clock;
  keys: SandboxKeys;
  triggerDelivery: () => void;
};

/** Names the parameters of a call that Stripe has and the sandbox does not read. */
const IGNORED_HEADER = 'Sandbox-Ignored-Parameters';

/** Stripe's REST API, as far as `CALLS` defines it. */
export function createStripeApi(dependencies: StripeApiDependencies): Hono {
  const { db, clock, keys, triggerDelivery } = dependencies;
  const api = new Hono();
  for (const [call, run] of CALLS) {
    const [method = '', path = ''] = call.split(' ');
    const respond = async (c: Context) => {
      const raw = method === 'POST' ? await readTextBody(c.req.raw) : new URL(c.req.url).search;
      const id = c.req.param('id') ?? '';
      const form = await authorize(dependencies, call, id, c, parseForm(raw));
      const { expand, ...parameters } = parseParameters(call, form);
      const work = async () => {
        const { tracked, findUnread } = trackReads(parameters);
        const value = await inTransaction({ db, now: clock.now() }, (tx) =>
          run({ ...tx, keys, id }, tracked),
        );
        if (value instanceof SandboxError) throw value;
        const paths = Array.isArray(expand) ? expand.map(String) : [];
        return { body: await expandPaths(db, value, paths), ignored: findUnread().join(', ') };
      };
      // The fingerprint of a request with a card number would be a fingerprint of the card.
      const key = 'card' in form ? undefined : c.req.header('idempotency-key');
      const { body, ignored } = await withIdempotencyKey(db, clock.now(), key, c.req.path + raw, work);
      if (ignored !== '') c.header(IGNORED_HEADER, ignored);
      return jsonResponse(c, 200, body);
    };
    api.on(method, path, (c) => (method === 'GET' ? respond(c) : respond(c).finally(triggerDelivery)));
  }
  api.all('/v1/*', (c) => {
    throw new SandboxError(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${c.req.method}: ${c.req.path}).`,
    });
  });
  api.onError((error, c) => {
    if (!(error instanceof SandboxError)) throw error;
    return jsonResponse(c, error.status, error.body);
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
    requireValidKey(keys, /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '');
    return form;
  }
  c.header('Access-Control-Allow-Origin', '*');
  requireValidKey(keys, key, { publishable: true });
  if (id === '') return parameters;
  await loadIntentBySecret({ db }, id, String(client_secret));
  return parameters;
}

function jsonResponse(c: Context, status: 200 | SandboxError['status'], body: unknown): Response {
  c.header('Cache-Control', 'no-store');
  c.header('Content-Type', 'application/json');
  return c.body(serializeObject(body), status);
}
