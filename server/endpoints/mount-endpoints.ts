import type { Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import {
  type EndpointName,
  type Endpoints,
  endpoints,
  type Params,
  type ParsedBody,
  type ResponseBody,
} from '../../src/contract/endpoints.ts';
import { deviceName } from '../accounts/device-name.ts';
import type { Session } from '../accounts/sessions.ts';
import type { Turn } from '../accounts/turn-queue.ts';
import { CALL_LIMITS, type Limit } from '../config/limits.ts';
import { ApiError } from '../http/api-error.ts';
import { deviceHash, rememberDevice } from '../http/device-cookie.ts';
import { entityTag, matchesEntityTag } from '../http/entity-tag.ts';
import type { AppEnv } from '../http/hono-env.ts';
import { readJsonBody } from '../http/json-body.ts';
import { rejectOtherMethods } from '../http/reject-other-methods.ts';
import { StreamedJson } from '../http/streamed-json.ts';
import { validate } from '../http/validate.ts';
import type { HandlerDependencies } from './handler-dependencies.ts';

/** A parsed request for its handler. It contains only those parts of HTTP that the contract defines. */
export type EndpointCall<V extends EndpointName> = {
  params: Record<keyof Params<V>, string>;
  /** The query parameters, not validated. */
  query: Record<string, string>;
  body: ParsedBody<V>;
  /** The session of a call that requires a token. */
  session: Endpoints[V]['auth'] extends true ? Session : undefined;
  clientAddress: string;
  /** How the call waits where calls have to wait: the clients and accounts that call least often go first. */
  turn: Turn;
  device: {
    /** The hash of the device cookie; undefined if there is none. */
    hash(): string | undefined;
    /** For example "Firefox on Linux". */
    name(): string;
    /** Sets the cookie if there is none, and returns the hash of its number. */
    remember(): string;
  };
  /** The `Origin` header, if the browser sent one. */
  origin: string | undefined;
  host: string | undefined;
  idempotencyKey: string | undefined;
  setHeader(name: string, value: string): void;
};

/** What every call has, whichever endpoint it is for. */
type ParsedCall = Omit<EndpointCall<EndpointName>, 'params' | 'body' | 'session'> & {
  params: object;
  body: unknown;
  session: Session | undefined;
};

/**
 * The endpoint determines the types of params, body and session, but TypeScript cannot infer them for an endpoint that
 * is looked up at run time. The path has the params, and the endpoint's own schema has validated the body.
 */
function isCallOf<V extends EndpointName>(name: V, call: ParsedCall): call is EndpointCall<V> {
  const { auth, body }: Endpoint = endpoints[name];
  return auth === (call.session !== undefined) && (body === undefined) === (call.body === undefined);
}

export type Handler<V extends EndpointName> = (
  call: EndpointCall<V>,
) => Promise<ResponseBody<V> | StreamedJson<ResponseBody<V>>>;
export type Handlers = { [V in EndpointName]: Handler<V> };

const BASES = { api: '/api', hook: '/hook' } as const;

/** In characters. A shorter response fits into one packet without compression. */
const COMPRESSION_THRESHOLD = 1024;
const compressResponse = compress({ threshold: 0 });

/** Creates a route for every entry of the contract's table. */
export function mountEndpoints(
  app: Hono<AppEnv>,
  dependencies: HandlerDependencies,
  handlers: Handlers,
): void {
  const methods = new Map<string, string[]>();
  for (const name of endpointNames()) {
    const endpoint: Endpoint = endpoints[name];
    const path = `${BASES[endpoint.base]}/${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`;
    app.on(endpoint.method, path, (context) => handleRequest(name, handlers[name], context, dependencies));
    methods.set(path, [...(methods.get(path) ?? []), endpoint.method]);
  }
  for (const [path, allowed] of methods) rejectOtherMethods(app, path, allowed);
}

function endpointNames(): EndpointName[] {
  // Object.keys returns strings; the table has no other keys than the endpoint names.
  return Object.keys(endpoints) as EndpointName[];
}

/** An estimate is a POST only because its parameters do not fit into an address. */
function isRead(name: EndpointName, { method }: Endpoint): boolean {
  return method === 'GET' || name === 'estimatePrice';
}

async function handleRequest<V extends EndpointName>(
  name: V,
  handle: Handler<V>,
  context: Context<AppEnv>,
  dependencies: HandlerDependencies,
): Promise<Response> {
  const endpoint: Endpoint = endpoints[name];
  const header = (key: string) => context.req.header(key);
  const clientAddress = context.get('clientAddress');
  const limits = CALL_LIMITS[name];
  const { limiter } = dependencies;
  const isReading = isRead(name, endpoint);
  const consume = async (limit: Limit, who: string) => {
    if (!isReading) return limiter.consume(limit, who);
    await limiter.consumeRead(limit, who);
    return 0;
  };
  let rank = limits?.client === undefined ? 0 : await consume(limits.client, clientAddress);
  const session = endpoint.auth ? await dependencies.sessions.authorize(header('authorization')) : undefined;
  if (limits?.account !== undefined && session !== undefined) {
    rank = await consume(limits.account, String(session.user.id));
  }
  if (limits?.session !== undefined && session !== undefined) {
    rank = await consume(limits.session, session.id);
  }
  const body =
    endpoint.body === undefined ? undefined : validate(endpoint.body, await readJsonBody(context.req.raw));
  // This is a plain object, because a Headers object takes several times as long to fill and to send.
  const headers: Record<string, string> = {
    ...dependencies.headers,
    'x-request-id': context.get('requestId'),
    // Responses without a token are personal as well: their URLs contain a tracking number or a key.
    'cache-control': 'no-store',
    ...(endpoint.auth ? { vary: 'Authorization' } : {}),
  };
  const call: ParsedCall = {
    params: context.req.param(),
    query: context.req.query(),
    body,
    session,
    clientAddress,
    turn: {
      rank,
      get signal() {
        return context.req.raw.signal;
      },
    },
    device: {
      hash: () => deviceHash(context, dependencies.settings.isSecure),
      name: () => deviceName(header('user-agent')),
      remember() {
        const { hash, cookie } = rememberDevice(context, dependencies.settings.isSecure);
        if (cookie !== undefined) headers['set-cookie'] = cookie;
        return hash;
      },
    },
    origin: header('origin'),
    host: header('host'),
    idempotencyKey: endpoint.idempotent ? parseIdempotencyKey(header('idempotency-key')) : undefined,
    setHeader(name, value) {
      headers[name] = value;
    },
  };
  if (!isCallOf(name, call)) throw new Error(`the session or the body of ${name} is missing`);
  const result = await handle(call);
  headers['content-type'] = 'application/json';
  if (result instanceof StreamedJson) {
    const body = result.stream((error) =>
      dependencies.log.error({ err: error }, 'a streamed response could not be completed'),
    );
    return compressed(context, new Response(body, { status: endpoint.status, headers }));
  }
  const text = JSON.stringify(result);
  if (endpoint.method === 'GET') {
    headers.etag = entityTag(text);
    if (matchesEntityTag(header('if-none-match'), headers.etag)) {
      const { 'content-type': _type, ...rest } = headers;
      return new Response(null, { status: 304, headers: rest });
    }
  }
  headers['content-length'] = String(Buffer.byteLength(text));
  const response = new Response(text, { status: endpoint.status, headers });
  if (endpoint.method !== 'GET') return response;
  return text.length < COMPRESSION_THRESHOLD ? response : compressed(context, response);
}

async function compressed(context: Context<AppEnv>, response: Response): Promise<Response> {
  await compressResponse(context, async () => {
    context.res = response;
  });
  return context.res;
}

function parseIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (/^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw new ApiError(400, 'VALIDATION_EXCEPTION', {
    detail: 'Idempotency-Key must be 1 to 255 printable characters.',
  });
}
