import type { Context, Hono } from 'hono';
import {
  type Answer,
  type Endpoint,
  type Endpoints,
  endpoints,
  type Params,
  type ParsedBody,
  type Verb,
} from '../../src/contract/endpoints.ts';
import type { Session } from '../auth.ts';
import { ApiError } from '../errors.ts';
import type { World } from '../world.ts';
import type { AppEnv } from './context.ts';
import { readJson } from './json-body.ts';
import { validate } from './validate.ts';

/** One request as its handler sees it: everything parsed, nothing of HTTP but what the contract speaks of. */
export type Call<V extends Verb> = {
  params: Record<keyof Params<V>, string>;
  body: ParsedBody<V>;
  /** Of calls that need a token. */
  session: Endpoints[V]['auth'] extends true ? Session : undefined;
  clientAddress: string;
  /** The page's own scheme and host, where the browser told it. */
  origin: string | undefined;
  host: string | undefined;
  idempotencyKey: string | undefined;
  setHeader(name: string, value: string): void;
};

export type Handler<V extends Verb> = (call: Call<V>) => Promise<Answer<V>>;
export type Handlers = { [V in Verb]: Handler<V> };

const BASES = { api: '/api', hook: '/hook' } as const;

/** Makes a route of every call in the contract's table. */
export function mountEndpoints(app: Hono<AppEnv>, world: World, handlers: Handlers): void {
  const methods = new Map<string, string[]>();
  for (const verb of verbs()) {
    const endpoint: Endpoint = endpoints[verb];
    const path = `${BASES[endpoint.base]}/${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`;
    app.on(endpoint.method, path, (context) => answer(verb, handlers[verb], context, world));
    methods.set(path, [...(methods.get(path) ?? []), endpoint.method]);
  }
  for (const [path, allowed] of methods) refuseOtherMethods(app, path, allowed);
}

/** 405 with `Allow` for every other method of a known path. */
export function refuseOtherMethods(app: Hono<AppEnv>, path: string, allowed: string[]): void {
  const list = [...new Set(allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
  app.all(path, (context) => {
    context.header('allow', list.join(', '));
    throw new ApiError(405, 'METHOD_NOT_ALLOWED');
  });
}

function verbs(): Verb[] {
  // Object.keys forgets the names of keys; the table has no others.
  return Object.keys(endpoints) as Verb[];
}

async function answer<V extends Verb>(
  verb: V,
  handle: Handler<V>,
  context: Context<AppEnv>,
  world: World,
): Promise<Response> {
  const endpoint: Endpoint = endpoints[verb];
  const header = (name: string) => context.req.header(name);
  const session = endpoint.auth ? await world.sessions.authorise(header('authorization')) : undefined;
  const body =
    endpoint.body === undefined ? undefined : validate(endpoint.body, await readJson(context.req.raw));
  // The table's row decides all three types, but a row read at run time has lost its name: this is the one
  // place where they are put together again.
  const call = {
    params: context.req.param(),
    body,
    session,
    clientAddress: context.get('clientAddress'),
    origin: header('origin'),
    host: header('host'),
    idempotencyKey: endpoint.idempotent ? idempotencyKey(header('idempotency-key')) : undefined,
    setHeader: (name: string, value: string) => context.header(name, value),
  } as unknown as Call<V>;
  const result = await handle(call);
  context.header('cache-control', endpoint.auth ? 'private, no-cache' : 'no-cache');
  if (endpoint.auth) context.header('vary', 'Authorization');
  return context.json(result, endpoint.status);
}

function idempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (/^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw new ApiError(400, 'VALIDATION_EXCEPTION', {
    detail: 'Idempotency-Key must be 1 to 255 printable characters.',
  });
}
