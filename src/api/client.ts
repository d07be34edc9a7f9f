import ky from 'ky';
import * as v from 'valibot';
import { READ_TIMEOUT_MS } from '../contract/constants.ts';
import {
  type Endpoint,
  type EndpointName,
  endpoints,
  type Params,
  pathOf,
  type RequestBody,
  type ResponseBody,
} from '../contract/endpoints.ts';
import { Problem } from '../contract/errors.ts';
import type { Failure, Result } from './failure.ts';

export type Session = { token: string; account: string };
type BaseUrls = { apiBase: string; hookBase: string };

/** What the client needs from whoever runs it: the page gives it the stores, the worker its own copy. */
export type ClientDependencies = {
  /** Where the API and the guest hook are; may wait for the configuration of a first visit. */
  baseUrls: () => BaseUrls | Promise<BaseUrls>;
  /** The session of the moment, read when a call is sent. */
  session: () => Session | undefined | Promise<Session | undefined>;
  /** Told of every failure; a quiet one is background work, which alerts nobody. */
  onFailure?: (failure: Failure, endpointName: EndpointName, isQuiet: boolean) => void;
  /** Told whether the network answered, whatever it answered. */
  onReachability?: (isReachable: boolean) => void;
};

export type CallOptions<V extends EndpointName> = {
  params?: Params<V>;
  body?: RequestBody<V>;
  signal?: AbortSignal | undefined;
  idempotencyKey?: string;
  /** Background work: no alert; the caller handles the failure. */
  isQuiet?: boolean;
  /** Send only as this account: whoever has signed in meanwhile must not send another's request. */
  account?: string;
  /** Whether this API answers 401 to what was typed (see `config.changePasswordAnswers401`). */
  refusesWith401?: boolean;
};

/** The worker's mark on an answer that it had kept: milliseconds since 1970. */
export const CACHED_AT_HEADER = 'x-send-kept-at';

let clientDependencies: ClientDependencies = {
  baseUrls: () => ({ apiBase: '/api', hookBase: '/hook' }),
  session: () => undefined,
};

export function configureClient(dependencies: ClientDependencies): void {
  clientDependencies = dependencies;
}

let userWaitController = new AbortController();

/** Aborts when the person gives up what they are waiting for now; for a wait that is no call of ours as well. */
export const userWaitSignal = (): AbortSignal => userWaitController.signal;

/** Gives up every call that a person waits for; each answers `aborted`. What comes after waits anew. */
export function abortUserWait(): void {
  userWaitController.abort();
  userWaitController = new AbortController();
}

// Only the outbox retries. Of what changes something only it gives a call up, and a weak connection is no error.
const http = ky.create({ timeout: false, retry: 0, throwHttpErrors: false, cache: 'no-store' });

/**
 * Makes one call of the contract and answers its parsed response, or a named failure. Never throws.
 * @param endpointName the call's name in `contract/endpoints`
 */
export async function call<V extends EndpointName>(
  endpointName: V,
  options: CallOptions<V> = {},
): Promise<Result<ResponseBody<V>>> {
  // Somebody waits for whatever changes something, unless the caller says otherwise by a signal of its own.
  const isUserWaiting = endpoints[endpointName].method !== 'GET' && options.signal === undefined;
  const result = await sendRequest(
    endpointName,
    isUserWaiting ? { ...options, signal: userWaitSignal() } : options,
  );
  if (result.ok) {
    // An answer that the worker had kept says that the network did not answer in time.
    clientDependencies.onReachability?.(result.cachedAt === undefined);
    return result;
  }
  const { failure } = result;
  if (failure.kind !== 'aborted') clientDependencies.onReachability?.(failure.kind !== 'offline');
  if (failure.kind !== 'aborted')
    clientDependencies.onFailure?.(failure, endpointName, options.isQuiet ?? false);
  return result;
}

async function sendRequest<V extends EndpointName>(
  endpointName: V,
  options: CallOptions<V>,
): Promise<Result<ResponseBody<V>>> {
  const endpoint: Endpoint = endpoints[endpointName];
  const headers = new Headers({ accept: 'application/json' });
  if (endpoint.auth) {
    const session = await clientDependencies.session();
    if (options.account !== undefined && session?.account !== options.account) {
      return toFailedResult({ kind: 'unauthorized', body: undefined });
    }
    if (session !== undefined) headers.set('authorization', `Bearer ${session.token}`);
  }
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey);

  const { apiBase, hookBase } = await clientDependencies.baseUrls();
  const base = endpoint.base === 'api' ? apiBase : hookBase;
  const url = `${base.replace(/\/$/, '')}/${pathOf(endpoint.path, options.params ?? {})}`;
  const signal =
    options.signal ?? (endpoint.method === 'GET' ? AbortSignal.timeout(READ_TIMEOUT_MS) : undefined);
  let response: Response;
  let raw: string;
  try {
    response = await http(url, {
      method: endpoint.method,
      headers,
      ...(endpoint.body === undefined ? {} : { json: options.body }),
      ...(signal === undefined ? {} : { signal }),
    });
    raw = await response.text();
  } catch {
    return toFailedResult(options.signal?.aborted ? { kind: 'aborted' } : { kind: 'offline' });
  }
  const refusesWith401 = options.refusesWith401 ?? endpoint.refusesWith401 ?? false;
  // The endpoint's own schema has judged the value; TypeScript cannot follow that through the table.
  const result = classifyResponse(endpoint, response, raw, refusesWith401) as Result<ResponseBody<V>>;
  const cachedAt = Number(response.headers.get(CACHED_AT_HEADER) ?? Number.NaN);
  return result.ok && Number.isFinite(cachedAt) ? { ...result, cachedAt } : result;
}

function classifyResponse(
  endpoint: Endpoint,
  response: Response,
  raw: string,
  refusesWith401: boolean,
): Result<unknown> {
  const body = parseJson(raw);
  // A captive portal answers its own page, with any status; a gateway answers 504 for a server it cannot reach.
  if (body === NOT_JSON || response.status === 504) return toFailedResult({ kind: 'offline' });
  if (response.status === 408) return toFailedResult({ kind: 'timeout', body });
  if (response.status === 401 && !refusesWith401) return toFailedResult({ kind: 'unauthorized', body });
  if (!response.ok) {
    const problem = v.safeParse(Problem, body);
    return toFailedResult({
      kind: 'http',
      status: response.status,
      body,
      problem: problem.success ? problem.output : undefined,
      retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
    });
  }
  if (typeof body !== 'object' || body === null) return toFailedResult({ kind: 'broken', isNotObject: true });
  const parsed = v.safeParse(endpoint.response, body);
  return parsed.success
    ? { ok: true, value: parsed.output }
    : toFailedResult({ kind: 'broken', isNotObject: false });
}

const NOT_JSON = Symbol('not JSON');

function parseJson(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return NOT_JSON;
  }
}

/** `Retry-After` in milliseconds: seconds, or a date. */
function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}

function toFailedResult(failure: Failure): { ok: false; failure: Failure } {
  return { ok: false, failure };
}
