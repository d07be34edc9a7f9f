import ky from 'ky';
import * as v from 'valibot';
import type { Endpoint } from '../contract/endpoint.ts';
import { type EndpointName, endpoints, pathOf, type ResponseBody } from '../contract/endpoints.ts';
import { Problem } from '../contract/problem.ts';
import { parseRetryAfter } from '../contract/retry-after.ts';
import {
  type CallContext,
  type CallOptions,
  type ClientDependencies,
  connectClient,
  type Failure,
  isPortalPage,
  type Outcome,
  type Query,
  type Result,
} from './client.ts';
import { READ_TIMEOUT_MS, WORKER_NETWORK_TIMEOUT_MS } from './timing.ts';

/** A browser opens six connections to a server without HTTP/2. A submit needs one; reads may hold this many. */
const READS_BESIDE_SUBMIT = 3;

/**
 * The header of a response from the service worker's cache: when it was requested, in milliseconds since 1970. The
 * name must not change, because devices hold cached responses with it.
 */
export const CACHED_AT_HEADER = 'x-send-kept-at';

// Only the outbox retries, and only it limits the duration of an attempt: a slow connection is not an error.
const http = ky.create({ timeout: false, retry: 0, throwHttpErrors: false, cache: 'no-store' });

/** Calls are sent from now on, and the ones that were made before. */
export function configureClient(dependencies: ClientDependencies): void {
  connectClient({ dependencies, sendCall });
}

/** Sends one call; see `call` in client.ts. */
export async function sendCall<V extends EndpointName>(
  endpointName: V,
  options: CallOptions<V>,
  context: CallContext,
): Promise<Result<ResponseBody<V>>> {
  const endpoint: Endpoint = endpoints[endpointName];
  const { dependencies, startedAt } = context;
  // A user waits for every call that changes data, unless the caller passes its own signal.
  const isUserWaiting = endpoint.method !== 'GET' && options.signal === undefined;
  const result = await sendRequest(
    endpointName,
    isUserWaiting ? { ...options, signal: context.userWaitSignal } : options,
    context,
  );
  // A call for another account than the current one was not sent.
  const isUnsent = !result.ok && result.failure.kind === 'unauthorized' && result.failure.body === undefined;
  if (!isUnsent && (result.ok || result.failure.kind !== 'aborted')) {
    dependencies.onReachability?.({ base: endpoint.base, startedAt, ...responderOf(result) });
  }
  if (!result.ok && result.failure.kind !== 'aborted') {
    const isQuiet = options.isQuiet || options.isShownByCaller?.(result.failure);
    dependencies.onFailure?.(result.failure, endpointName, isQuiet ?? false);
  }
  return result;
}

function responderOf(result: Result<unknown>): Pick<Outcome, 'respondedBy' | 'isPage'> {
  if (result.ok) return { respondedBy: result.cachedAt === undefined ? 'server' : 'cache' };
  const { failure } = result;
  if (failure.kind === 'offline') return { respondedBy: 'none' };
  if (failure.kind !== 'unexpectedResponse') return { respondedBy: 'server' };
  return { respondedBy: 'intermediary', isPage: isPortalPage(failure) };
}

async function sendRequest<V extends EndpointName>(
  endpointName: V,
  options: CallOptions<V>,
  { dependencies }: CallContext,
): Promise<Result<ResponseBody<V>>> {
  const endpoint: Endpoint = endpoints[endpointName];
  const headers = new Headers({ accept: 'application/json', 'content-type': 'application/json' });
  const session = endpoint.auth ? await dependencies.session() : undefined;
  if (endpoint.auth && options.account !== undefined && session?.account !== options.account) {
    return toFailedResult({ kind: 'unauthorized', body: undefined });
  }
  if (session !== undefined) headers.set('authorization', `Bearer ${session.token}`);
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey);
  if (options.version !== undefined) headers.set('if-match', `"${options.version}"`);

  const { apiBase, hookBase } = await dependencies.baseUrls();
  const base = endpoint.base === 'api' ? apiBase : hookBase;
  const url = `${base.replace(/\/$/, '')}/${pathOf(endpoint.path, options.params ?? {})}${queryString(options.query ?? {})}`;
  const limit = endpoint.method === 'GET' ? limitRead(options.signal) : undefined;
  if (limit === undefined) abortStalledReads();
  const signal = limit?.signal ?? options.signal;
  let response: Response;
  let raw: string;
  try {
    const early = endpoint.method === 'GET' ? dependencies.takeEarlyResponse?.(url) : undefined;
    response = await (early === undefined
      ? http(url, {
          method: endpoint.method,
          headers,
          ...(endpoint.body === undefined ? {} : { json: options.body }),
          ...(signal === undefined ? {} : { signal }),
        })
      : Promise.race([early, rejectOnAbort(signal)]));
    raw = await response.text();
  } catch {
    const isAborted = options.signal?.aborted || limit?.wasStalled();
    return toFailedResult(isAborted ? { kind: 'aborted' } : { kind: 'offline' });
  } finally {
    limit?.end();
  }
  if (session !== undefined) {
    const current = await dependencies.session();
    // The outbox stores the response for the account that it names, whoever is logged in by now.
    const isForeign = options.account === undefined && current?.account !== session.account;
    const isOfOldToken = response.status === 401 && current?.token !== session.token;
    if (isForeign || isOfOldToken) return toFailedResult({ kind: 'aborted' });
  }
  const refusesWith401 = options.refusesWith401 ?? endpoint.refusesWith401 ?? false;
  // The endpoint's own schema has validated the value; TypeScript cannot infer that from the table.
  const result = classifyResponse(endpoint, response, raw, refusesWith401) as Result<ResponseBody<V>>;
  if (!result.ok) return result;
  const cachedAt = Number(response.headers.get(CACHED_AT_HEADER) ?? Number.NaN);
  const next = endpoint.paginated ? parseNext(response.headers.get('link')) : undefined;
  return { ...result, ...(Number.isFinite(cachedAt) && { cachedAt }), ...(next !== undefined && { next }) };
}

/** The query part of a URL with its "?", or an empty text. An array becomes one `key=value` pair for each value. (CAL-08) */
export function queryString(query: Query): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    value === undefined ? [] : [value].flat().map((one): [string, string] => [key, String(one)]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

/** The parameter `after` of the link to the next page (RFC 8288); undefined if this is the last page. */
export function parseNext(header: string | null): string | undefined {
  const [, query = ''] = /<[^>?]*\?([^>]*)>;[^,]*\brel="?next\b/i.exec(header ?? '') ?? [];
  return new URLSearchParams(query).get('after') ?? undefined;
}

function rejectOnAbort(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => reject(new DOMException('The call was aborted', 'AbortError'));
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
  });
}

type PendingRead = { startedAt: number; abort: () => void };
/** Oldest first. */
const pendingReads = new Set<PendingRead>();

/** Aborts a read when its caller does, after a minute without a response, or when a submit needs its connection. */
function limitRead(callerSignal: AbortSignal | undefined) {
  const controller = new AbortController();
  let isStalled = false;
  const stop = () => controller.abort();
  const timer = setTimeout(stop, READ_TIMEOUT_MS);
  if (callerSignal?.aborted) stop();
  callerSignal?.addEventListener('abort', stop, { once: true });
  const read: PendingRead = {
    startedAt: performance.now(),
    abort: () => {
      isStalled = true;
      stop();
    },
  };
  pendingReads.add(read);
  return {
    signal: controller.signal,
    wasStalled: () => isStalled,
    end: () => {
      clearTimeout(timer);
      callerSignal?.removeEventListener('abort', stop);
      pendingReads.delete(read);
    },
  };
}

/** A submit must not wait for stalled reads: a browser opens few connections to a server without HTTP/2. */
function abortStalledReads(): void {
  const now = performance.now();
  for (const read of [...pendingReads]) {
    if (pendingReads.size <= READS_BESIDE_SUBMIT) return;
    if (now - read.startedAt < WORKER_NETWORK_TIMEOUT_MS) return;
    pendingReads.delete(read);
    read.abort();
  }
}

function classifyResponse(
  endpoint: Endpoint,
  response: Response,
  raw: string,
  refusesWith401: boolean,
): Result<unknown> {
  const { status } = response;
  const body = status === 204 ? {} : parseJson(raw);
  const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'));
  // A captive portal responds with its own page, and a gateway that cannot reach the server responds with 504.
  if (body === NOT_JSON || status === 504) {
    const isPage = /^\s*</.test(raw);
    return toFailedResult({ kind: 'unexpectedResponse', status, isPage, retryAfterMs });
  }
  if (status === 408) return toFailedResult({ kind: 'timeout', body });
  if (status === 401 && !refusesWith401) return toFailedResult({ kind: 'unauthorized', body });
  if (!response.ok) {
    const parsed = v.safeParse(Problem, body);
    const problem = parsed.success ? parsed.output : undefined;
    return toFailedResult({ kind: 'http', status, body, problem, retryAfterMs });
  }
  if (typeof body !== 'object' || body === null)
    return toFailedResult({ kind: 'invalidBody', isNotObject: true });
  const parsed = v.safeParse(endpoint.response, body);
  return parsed.success
    ? { ok: true, value: parsed.output }
    : toFailedResult({ kind: 'invalidBody', isNotObject: false });
}

const NOT_JSON = Symbol('not JSON');

function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return NOT_JSON;
  }
}

function toFailedResult(failure: Failure): { ok: false; failure: Failure } {
  return { ok: false, failure };
}
