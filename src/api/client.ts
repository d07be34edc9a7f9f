import ky from 'ky';
import * as v from 'valibot';
import { READ_TIMEOUT_MS, READS_BESIDE_SUBMIT, WORKER_NETWORK_TIMEOUT_MS } from '../contract/constants.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import {
  type EndpointName,
  endpoints,
  type Params,
  pathOf,
  type RequestBody,
  type ResponseBody,
} from '../contract/endpoints.ts';
import { Problem } from '../contract/errors.ts';
import type { Failure, Result } from './failure.ts';
import { type Query, queryString } from './query-string.ts';

export type Session = { token: string; account: string };
type BaseUrls = { apiBase: string; hookBase: string };

/** What the client depends on: the page passes its stores, the service worker its own copy. */
export type ClientDependencies = {
  /** Where the API and the guest hook are; may wait for the configuration of a first visit. */
  baseUrls: () => BaseUrls | Promise<BaseUrls>;
  /** The session of the moment, read when a call is sent. */
  session: () => Session | undefined | Promise<Session | undefined>;
  /** Told of every failure; a quiet one is background work, which alerts nobody. */
  onFailure?: (failure: Failure, endpointName: EndpointName, isQuiet: boolean) => void;
  /** Called with the sender of each response, but not for a call that the app itself has aborted. */
  onReachability?: (outcome: Outcome) => void;
};

/**
 * Who responded to a call.
 * - server: our server, whatever the response is
 * - cache: the service worker, because the network did not respond in time
 * - stranger: somebody else, such as a gateway; `isPage` with a page and a success, as a captive portal does
 * - nobody: the call failed in transport, or was aborted after a minute
 * `startedAt` is a time of `performance.now()`: a response proves nothing about a network that was lost since.
 */
export type Outcome = {
  base: 'api' | 'hook';
  answeredBy: 'server' | 'cache' | 'stranger' | 'nobody';
  isPage?: boolean;
  startedAt: number;
};

export type CallOptions<V extends EndpointName> = {
  params?: Params<V>;
  query?: Query;
  body?: RequestBody<V>;
  signal?: AbortSignal | undefined;
  idempotencyKey?: string;
  /** Background work: no alert; the caller handles the failure. */
  isQuiet?: boolean;
  /** Send only as this account: if somebody else has logged in meanwhile, the request is not sent. */
  account?: string;
  /** Whether this API answers 401 to what was typed (see `config.changePasswordAnswers401`). */
  refusesWith401?: boolean;
};

/** The header of a response from the worker's cache: when it was cached, in milliseconds since 1970. */
export const CACHED_AT_HEADER = 'x-send-kept-at';

let clientDependencies: ClientDependencies = {
  baseUrls: () => ({ apiBase: '/api', hookBase: '/hook' }),
  session: () => undefined,
};

export function configureClient(dependencies: ClientDependencies): void {
  clientDependencies = dependencies;
}

let userWaitController = new AbortController();

/** Aborts when the person cancels what they wait for now. It also serves waits that are no calls of ours. */
export const userWaitSignal = (): AbortSignal => userWaitController.signal;

/** Aborts every call that a person waits for; each fails as `aborted`. Later calls get a new signal. */
export function abortUserWait(): void {
  userWaitController.abort();
  userWaitController = new AbortController();
}

// Only the outbox retries and limits the time of an attempt; a weak connection is no error.
const http = ky.create({ timeout: false, retry: 0, throwHttpErrors: false, cache: 'no-store' });

/**
 * Makes one call of the contract and returns its parsed response, or a named failure. Never throws.
 * @param endpointName the call's name in `contract/endpoints`
 */
export async function call<V extends EndpointName>(
  endpointName: V,
  options: CallOptions<V> = {},
): Promise<Result<ResponseBody<V>>> {
  const endpoint: Endpoint = endpoints[endpointName];
  const startedAt = performance.now();
  // Somebody waits for whatever changes something, unless the caller says otherwise by a signal of its own.
  const isUserWaiting = endpoint.method !== 'GET' && options.signal === undefined;
  const result = await sendRequest(
    endpointName,
    isUserWaiting ? { ...options, signal: userWaitSignal() } : options,
  );
  // A call for another account than the one that is here was never sent.
  const isUnsent = !result.ok && result.failure.kind === 'unauthorized' && result.failure.body === undefined;
  if (!isUnsent && (result.ok || result.failure.kind !== 'aborted')) {
    clientDependencies.onReachability?.({ base: endpoint.base, startedAt, ...whoAnswered(result) });
  }
  if (!result.ok && result.failure.kind !== 'aborted') {
    clientDependencies.onFailure?.(result.failure, endpointName, options.isQuiet ?? false);
  }
  return result;
}

function whoAnswered(result: Result<unknown>): Pick<Outcome, 'answeredBy' | 'isPage'> {
  if (result.ok) return { answeredBy: result.cachedAt === undefined ? 'server' : 'cache' };
  const { failure } = result;
  if (failure.kind === 'offline') return { answeredBy: 'nobody' };
  if (failure.kind !== 'unexpectedResponse') return { answeredBy: 'server' };
  return { answeredBy: 'stranger', isPage: failure.isPage && failure.status < 400 };
}

async function sendRequest<V extends EndpointName>(
  endpointName: V,
  options: CallOptions<V>,
): Promise<Result<ResponseBody<V>>> {
  const endpoint: Endpoint = endpoints[endpointName];
  const headers = new Headers({ accept: 'application/json', 'content-type': 'application/json' });
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
  const url = `${base.replace(/\/$/, '')}/${pathOf(endpoint.path, options.params ?? {})}${queryString(options.query ?? {})}`;
  const limit = endpoint.method === 'GET' ? limitRead(options.signal) : undefined;
  if (limit === undefined) abortStalledReads();
  const signal = limit?.signal ?? options.signal;
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
    const isAborted = options.signal?.aborted || limit?.isGivenUp();
    return toFailedResult(isAborted ? { kind: 'aborted' } : { kind: 'offline' });
  } finally {
    limit?.end();
  }
  const refusesWith401 = options.refusesWith401 ?? endpoint.refusesWith401 ?? false;
  // The endpoint's own schema has checked the value; TypeScript cannot follow that through the table.
  const result = classifyResponse(endpoint, response, raw, refusesWith401) as Result<ResponseBody<V>>;
  const cachedAt = Number(response.headers.get(CACHED_AT_HEADER) ?? Number.NaN);
  return result.ok && Number.isFinite(cachedAt) ? { ...result, cachedAt } : result;
}

type PendingRead = { startedAt: number; giveUp: () => void };
/** Oldest first. */
const pendingReads = new Set<PendingRead>();

/** A read ends when its caller aborts it, after a minute without a response, or when a submit needs its connection. */
function limitRead(callers: AbortSignal | undefined) {
  const controller = new AbortController();
  let isGivenUp = false;
  const stop = () => controller.abort();
  const timer = setTimeout(stop, READ_TIMEOUT_MS);
  if (callers?.aborted) stop();
  callers?.addEventListener('abort', stop, { once: true });
  const read: PendingRead = {
    startedAt: performance.now(),
    giveUp: () => {
      isGivenUp = true;
      stop();
    },
  };
  pendingReads.add(read);
  return {
    signal: controller.signal,
    isGivenUp: () => isGivenUp,
    end: () => {
      clearTimeout(timer);
      callers?.removeEventListener('abort', stop);
      pendingReads.delete(read);
    },
  };
}

/** A submit must not wait behind reads that hang: a browser has few connections to a server without HTTP/2. */
function abortStalledReads(): void {
  const now = performance.now();
  for (const read of [...pendingReads]) {
    if (pendingReads.size <= READS_BESIDE_SUBMIT) return;
    if (now - read.startedAt < WORKER_NETWORK_TIMEOUT_MS) return;
    pendingReads.delete(read);
    read.giveUp();
  }
}

function classifyResponse(
  endpoint: Endpoint,
  response: Response,
  raw: string,
  refusesWith401: boolean,
): Result<unknown> {
  const { status } = response;
  const body = parseJson(raw);
  const waitMs = retryAfterMs(response.headers.get('retry-after'));
  // A captive portal responds with its own page, a gateway with 504 if it cannot reach the server.
  if (body === NOT_JSON || status === 504) {
    const isPage = /^\s*</.test(raw);
    return toFailedResult({ kind: 'unexpectedResponse', status, isPage, retryAfterMs: waitMs });
  }
  if (status === 408) return toFailedResult({ kind: 'timeout', body });
  if (status === 401 && !refusesWith401) return toFailedResult({ kind: 'unauthorized', body });
  if (!response.ok) {
    const parsed = v.safeParse(Problem, body);
    const problem = parsed.success ? parsed.output : undefined;
    return toFailedResult({ kind: 'http', status, body, problem, retryAfterMs: waitMs });
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
