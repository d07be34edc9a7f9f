import type { Context, Hono } from 'hono';
import { compress } from 'hono/compress';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { EmptyResponse } from '../../src/contract/user.ts';
import { type Limit, limitsOfCall } from '../config/limits.ts';
import { ApiError, invalidFieldError } from '../http/api-error.ts';
import { deviceHash, deviceName, rememberDevice } from '../http/device.ts';
import { entityTag, matchesEntityTag } from '../http/entity-tag.ts';
import { createRead, positionCookie } from '../http/read-position.ts';
import { readJsonBody, readOptionalJsonBody, validate } from '../http/read-request.ts';
import { rejectOtherMethods } from '../http/reject-requests.ts';
import type { AppEnv } from '../http/request-context.ts';
import { StreamedJson } from '../http/streamed-json.ts';
import { nextLink } from '../queries/pagination.ts';
import {
  type Call,
  type EndpointTable,
  type Handler,
  type HandlerDependencies,
  type HandlersOf,
  type ServerEndpoint,
  TextBody,
} from './server-endpoint.ts';

/** In characters. A shorter response fits into one packet without compression. */
const COMPRESSION_THRESHOLD = 1024;
const compressResponse = compress({ threshold: 0 });

/** Calls that use nothing of the session but the id of the user, so that the session may come from a cache. */
const USER_ID_CALLS: ReadonlySet<string> = new Set<EndpointName>([
  'listDeliveryRequests',
  'getDeliveryRequest',
  'createDeliveryRequest',
  'listAddresses',
  'listPayments',
  'listPaymentMethods',
  'getDeliveryPayment',
]);

/** Creates a route for every entry of a table. */
export function mountEndpoints<T extends EndpointTable<T>>(
  app: Hono<AppEnv>,
  dependencies: HandlerDependencies,
  { table, handlers }: { table: T; handlers: HandlersOf<T> },
): void {
  const methods = new Map<string, string[]>();
  for (const name in table) {
    const endpoint = table[name];
    const path = `/${endpoint.base}/${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`;
    app.on(endpoint.method, path, (context) =>
      handleRequest(context, dependencies, { name, endpoint, handle: handlers[name] }),
    );
    methods.set(path, [...(methods.get(path) ?? []), endpoint.method]);
  }
  for (const [path, allowed] of methods) rejectOtherMethods(app, path, allowed);
}

type Route<E extends ServerEndpoint> = { name: string; endpoint: E; handle: Handler<E> };

/**
 * The parts of a call whose types its endpoint determines: its path has the params, and its schemas have validated the
 * query and the body. TypeScript cannot infer them for an endpoint that is looked up at run time.
 */
type EndpointPart = 'params' | 'query' | 'body' | 'session' | 'operator' | 'idempotencyKey';

async function handleRequest<E extends ServerEndpoint>(
  context: Context<AppEnv>,
  dependencies: HandlerDependencies,
  { name, endpoint, handle }: Route<E>,
): Promise<Response> {
  const header = (key: string) => context.req.header(key);
  const { session, rank } = await admit(context, dependencies, name, endpoint);
  // This is a plain object, because a Headers object takes several times as long to fill and to send.
  const headers: Record<string, string> = {
    ...dependencies.headers,
    'x-request-id': context.get('requestId'),
    // Responses without a token are personal as well: their URLs contain a tracking number or a key.
    'cache-control': 'no-store',
    ...(endpoint.auth === false ? {} : { vary: 'Authorization' }),
  };
  const { isSecure } = dependencies.settings;
  const clientAddress = context.get('clientAddress');
  const call: Omit<Call<ServerEndpoint>, EndpointPart> & Record<EndpointPart, unknown> = {
    params: context.req.param(),
    query: endpoint.query && validate(endpoint.query, context.req.query()),
    body: await readBody(context, endpoint),
    session,
    operator:
      endpoint.auth === 'operator'
        ? { actor: `operator ${context.get('operator')}`, source: clientAddress }
        : undefined,
    clientAddress,
    turn: {
      rank,
      get signal() {
        return context.req.raw.signal;
      },
    },
    device: {
      hash: () => deviceHash(context, isSecure),
      name: () => deviceName(header('user-agent')),
      remember() {
        const { hash, cookie } = rememberDevice(context, isSecure);
        if (cookie !== undefined) headers['set-cookie'] = cookie;
        return hash;
      },
    },
    origin: header('origin'),
    read: createRead(context, dependencies),
    idempotencyKey: parseIdempotencyKey(endpoint, header('idempotency-key')),
    ifMatch: header('if-match'),
    setHeader(key, value) {
      headers[key] = value;
    },
    linkToNext(after) {
      headers.link = nextLink(context.req.path, context.req.query(), after);
    },
  };
  const handled = await handle(call as Call<E>);
  const result = endpoint.response === EmptyResponse ? {} : handled;
  const { replica } = dependencies;
  // The cookie of a device belongs to a log-in, whose only write that matters is read on the primary.
  if (replica && endpoint.auth !== 'operator' && !isReading(name, endpoint)) {
    headers['set-cookie'] ??= await positionCookie(replica, isSecure);
  }
  if (!(result instanceof StreamedJson)) return respond(context, endpoint, result, headers);
  headers['content-type'] = 'application/json';
  const body = result.stream((error) =>
    dependencies.log.error({ err: error }, 'a streamed response could not be completed'),
  );
  return compressed(context, new Response(body, { status: endpoint.status, headers }));
}

/** Checks the token of a call and counts the call against its limits. */
async function admit(
  context: Context<AppEnv>,
  { limiter, sessions }: HandlerDependencies,
  name: string,
  endpoint: ServerEndpoint,
) {
  const { auth } = endpoint;
  const isRead = isReading(name, endpoint);
  const limits = limitsOfCall(name);
  const consume = async (limit: Limit | undefined, who: string | undefined) => {
    if (limit === undefined || who === undefined) return undefined;
    if (!isRead) return limiter.consume(limit, who);
    await limiter.consumeRead(limit, who);
    return 0;
  };
  const authorize = () =>
    sessions
      .authorize(context.req.header('authorization'), USER_ID_CALLS.has(name))
      .catch(async (error: unknown) => {
        // In batches, because such a call must not cost a write.
        if (limits?.client) await limiter.consumeRead(limits.client, context.get('clientAddress'));
        throw error;
      });
  const session = auth === true ? await authorize() : undefined;
  // All at once, because the database may be far away.
  const counts = await Promise.all([
    consume(limits?.client, context.get('clientAddress')),
    consume(limits?.account, session && String(session.user.id)),
    consume(limits?.session, session?.id),
  ]);
  return { session, rank: counts.findLast((count) => count !== undefined) ?? 0 };
}

/** An estimate is a POST only because its parameters do not fit into an address. */
function isReading(name: string, { method }: ServerEndpoint): boolean {
  return method === 'GET' || name === 'estimatePrice';
}

async function readBody(context: Context<AppEnv>, { body, isBodyOptional }: ServerEndpoint) {
  if (body === undefined) return undefined;
  const { raw } = context.req;
  return validate(body, await (isBodyOptional ? readOptionalJsonBody(raw) : readJsonBody(raw)));
}

function parseIdempotencyKey({ idempotent }: ServerEndpoint, header: string | undefined): string | undefined {
  if (idempotent === 'required' && !/^[\w-]{8,100}$/.test(header ?? '')) {
    throw invalidFieldError('Idempotency-Key', 'This header must have 8 to 100 letters, digits or dashes');
  }
  if (idempotent === undefined || header === undefined) return undefined;
  if (/^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw new ApiError(400, 'VALIDATION_EXCEPTION', {
    detail: 'Idempotency-Key must be 1 to 255 printable characters.',
  });
}

/** Responds with JSON, or with the text of a `TextBody`. A GET has an ETag and may be compressed. */
function respond(
  context: Context<AppEnv>,
  { method, status }: ServerEndpoint,
  result: unknown,
  headers: Record<string, string>,
): Response | Promise<Response> {
  const { type, text } =
    result instanceof TextBody ? result : { type: 'application/json', text: JSON.stringify(result) };
  if (method === 'GET') {
    headers.etag = entityTag(text);
    if (matchesEntityTag(context.req.header('if-none-match'), headers.etag)) {
      return new Response(null, { status: 304, headers });
    }
  }
  headers['content-type'] = type;
  headers['content-length'] = String(Buffer.byteLength(text));
  const response = new Response(text, { status, headers });
  if (method !== 'GET' || text.length < COMPRESSION_THRESHOLD) return response;
  return compressed(context, response);
}

async function compressed(context: Context<AppEnv>, response: Response): Promise<Response> {
  await compressResponse(context, async () => {
    context.res = response;
  });
  return context.res;
}
