import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import type { Db } from '../../db/database.ts';
import type { Clock } from '../../dependencies.ts';
import { readTextBody } from '../../http/read-request.ts';
import { BROWSER_CALLS, CALLS, requireValidKey, type SandboxKeys } from './api-calls.ts';
import { inTransaction, SandboxError } from './context.ts';
import { loadIntentBySecret } from './intents.ts';
import { type FormObject, parseForm, parseParameters, trackReads } from './parameters.ts';
import { findRow, lockResponse, storeResponse } from './queries/rows.ts';
import { serializeObject } from './stripe-types.ts';

type StripeApiDependencies = { db: Db; clock: Clock; keys: SandboxKeys };

/** Names the parameters of a call that Stripe has and the sandbox does not read. */
const IGNORED_HEADER = 'Sandbox-Ignored-Parameters';

/** Stripe's REST API, as far as `CALLS` defines it. */
export function createStripeApi({ db, clock, keys }: StripeApiDependencies): Hono {
  const api = new Hono();
  /** Checks the key, which a browser sends in the form because a header would need a preflight request. */
  const authorize = async (c: Context, call: string, id: string, form: FormObject) => {
    const { key, client_secret, ...parameters } = form;
    if (!BROWSER_CALLS.includes(call) || typeof key !== 'string') {
      requireValidKey(keys, /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '');
      return form;
    }
    c.header('Access-Control-Allow-Origin', '*');
    requireValidKey(keys, key, { publishable: true });
    if (id !== '') await loadIntentBySecret({ db }, id, String(client_secret));
    return parameters;
  };
  for (const [call, run] of CALLS) {
    const [method = '', path = ''] = call.split(' ');
    api.on(method, path, async (c) => {
      const raw = method === 'POST' ? await readTextBody(c.req.raw) : new URL(c.req.url).search;
      const id = c.req.param('id') ?? '';
      const form = await authorize(c, call, id, parseForm(raw));
      const { expand, ...parameters } = parseParameters(call, form);
      const work = async (db: Db) => {
        const { tracked, findUnread } = trackReads(parameters);
        const value = await inTransaction({ db, now: clock.now() }, (tx) =>
          run({ ...tx, keys, id }, tracked),
        );
        if (value instanceof SandboxError) return value;
        let body: unknown = value;
        for (const path of Array.isArray(expand) ? expand.map(String) : []) {
          body = await expandPath(db, body, path.split('.'));
        }
        return { body, ignored: findUnread().join(', ') };
      };
      // The fingerprint of a request with a card number would be a fingerprint of the card.
      const key = 'card' in form ? undefined : c.req.header('idempotency-key');
      const response = await withIdempotencyKey(db, clock.now(), key, c.req.path + raw, work);
      if (response instanceof SandboxError) throw response;
      const { body, ignored } = response;
      if (ignored !== '') c.header(IGNORED_HEADER, ignored);
      return jsonResponse(c, 200, body);
    });
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

function jsonResponse(c: Context, status: 200 | SandboxError['status'], body: unknown): Response {
  c.header('Cache-Control', 'no-store');
  c.header('Content-Type', 'application/json');
  return c.body(serializeObject(body), status);
}

/** Follows an `expand` path of Stripe (`payment_intent.latest_charge`) and replaces the ids on it with their objects. */
async function expandPath(db: Db, value: unknown, path: string[]): Promise<unknown> {
  const object = typeof value === 'string' ? await findRow(db, { id: value }) : value;
  const [key, ...rest] = path;
  if (Array.isArray(object)) return Promise.all(object.map((item) => expandPath(db, item, path)));
  if (key === undefined || typeof object !== 'object' || object === null) return object ?? value;
  return { ...object, [key]: await expandPath(db, Reflect.get(object, key) ?? null, rest) };
}

const ApiResponse = v.object({ body: v.unknown(), ignored: v.string() });
type ApiResponse = v.InferOutput<typeof ApiResponse>;

const OTHER_PARAMETERS =
  'Keys for idempotent requests can only be used with the same parameters they were first used with.';

/**
 * Returns the first response again for a repeated POST, as Stripe does, or an error if what it has changed remains. A
 * request that was rejected as malformed may be repeated with the same key. The same key for another request is an error.
 * A process that dies meanwhile leaves neither a change nor the key.
 */
async function withIdempotencyKey(
  db: Db,
  now: Date,
  key: string | undefined,
  request: string,
  work: (db: Db) => Promise<ApiResponse | SandboxError>,
): Promise<ApiResponse | SandboxError> {
  if (key === undefined) return work(db);
  const fingerprint = createHash('sha256').update(request).digest('hex');
  return db.transaction(async (tx) => {
    const first = await lockResponse(tx, key);
    if (first !== undefined) {
      if (first.fingerprint === fingerprint) return v.parse(ApiResponse, first.body);
      throw new SandboxError(400, { type: 'idempotency_error', message: OTHER_PARAMETERS });
    }
    const response = await work(tx);
    if (!(response instanceof SandboxError)) {
      await storeResponse(tx, { key, fingerprint, body: response, createdAt: now });
    }
    return response;
  });
}
