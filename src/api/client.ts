import ky from 'ky';
import * as v from 'valibot';
import { READ_ATTEMPT_MS } from '../contract/constants.ts';
import {
  type Answer,
  type Body,
  type Endpoint,
  endpoints,
  type Params,
  pathOf,
  type Verb,
} from '../contract/endpoints.ts';
import { Problem } from '../contract/errors.ts';
import type { Failure, Result } from './failure.ts';

export type Session = { token: string; account: string };
type Bases = { apiBase: string; hookBase: string };

/** What the client needs from whoever runs it: the page gives it the stores, the worker its own copy. */
export type Surroundings = {
  /** Where the API and the guest hook are; may wait for the configuration of a first visit. */
  bases: () => Bases | Promise<Bases>;
  /** The session of the moment, read when a call is sent. */
  session: () => Session | undefined | Promise<Session | undefined>;
  /** Told of every failure; a quiet one is background work, which alerts nobody. */
  onFailure?: (failure: Failure, verb: Verb, isQuiet: boolean) => void;
  /** Told whether the network answered, whatever it answered. */
  onOutcome?: (isReachable: boolean) => void;
};

export type CallOptions<V extends Verb> = {
  params?: Params<V>;
  body?: Body<V>;
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
export const KEPT_AT_HEADER = 'x-send-kept-at';

let surroundings: Surroundings = {
  bases: () => ({ apiBase: '/api', hookBase: '/hook' }),
  session: () => undefined,
};

export function connectClient(next: Surroundings): void {
  surroundings = next;
}

let waiting = new AbortController();

/** Aborts when the person gives up what they are waiting for now; for a wait that is no call of ours as well. */
export const whileWaitedFor = (): AbortSignal => waiting.signal;

/** Gives up every call that a person waits for; each answers `aborted`. What comes after waits anew. */
export function stopWaiting(): void {
  waiting.abort();
  waiting = new AbortController();
}

// Only the outbox retries. Of what changes something only it gives a call up, and a weak connection is no error.
const http = ky.create({ timeout: false, retry: 0, throwHttpErrors: false, cache: 'no-store' });

/**
 * Makes one call of the contract and answers its parsed response, or a named failure. Never throws.
 * @param verb the call's name in `contract/endpoints`
 */
export async function call<V extends Verb>(
  verb: V,
  options: CallOptions<V> = {},
): Promise<Result<Answer<V>>> {
  // Somebody waits for whatever changes something, unless the caller says otherwise by a signal of its own.
  const isWaitedFor = endpoints[verb].method !== 'GET' && options.signal === undefined;
  const result = await attempt(verb, isWaitedFor ? { ...options, signal: whileWaitedFor() } : options);
  if (result.ok) {
    // An answer that the worker had kept says that the network did not answer in time.
    surroundings.onOutcome?.(result.keptAt === undefined);
    return result;
  }
  const { failure } = result;
  if (failure.kind !== 'aborted') surroundings.onOutcome?.(failure.kind !== 'offline');
  if (failure.kind !== 'aborted') surroundings.onFailure?.(failure, verb, options.isQuiet ?? false);
  return result;
}

async function attempt<V extends Verb>(verb: V, options: CallOptions<V>): Promise<Result<Answer<V>>> {
  const endpoint: Endpoint = endpoints[verb];
  const headers = new Headers({ accept: 'application/json' });
  if (endpoint.auth) {
    const session = await surroundings.session();
    if (options.account !== undefined && session?.account !== options.account) {
      return failed({ kind: 'unauthorized', body: undefined });
    }
    if (session !== undefined) headers.set('authorization', `Bearer ${session.token}`);
  }
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey);

  const { apiBase, hookBase } = await surroundings.bases();
  const base = endpoint.base === 'api' ? apiBase : hookBase;
  const url = `${base.replace(/\/$/, '')}/${pathOf(endpoint.path, options.params ?? {})}`;
  const signal =
    options.signal ?? (endpoint.method === 'GET' ? AbortSignal.timeout(READ_ATTEMPT_MS) : undefined);
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
    return failed(options.signal?.aborted ? { kind: 'aborted' } : { kind: 'offline' });
  }
  const refusesWith401 = options.refusesWith401 ?? endpoint.refusesWith401 ?? false;
  // The endpoint's own schema has judged the value; TypeScript cannot follow that through the table.
  const result = judge(endpoint, response, raw, refusesWith401) as Result<Answer<V>>;
  const keptAt = Number(response.headers.get(KEPT_AT_HEADER) ?? Number.NaN);
  return result.ok && Number.isFinite(keptAt) ? { ...result, keptAt } : result;
}

function judge(
  endpoint: Endpoint,
  response: Response,
  raw: string,
  refusesWith401: boolean,
): Result<unknown> {
  const body = parseJson(raw);
  // A captive portal answers its own page, with any status; a gateway answers 504 for a server it cannot reach.
  if (body === NOT_JSON || response.status === 504) return failed({ kind: 'offline' });
  if (response.status === 408) return failed({ kind: 'timeout', body });
  if (response.status === 401 && !refusesWith401) return failed({ kind: 'unauthorized', body });
  if (!response.ok) {
    const problem = v.safeParse(Problem, body);
    return failed({
      kind: 'http',
      status: response.status,
      body,
      problem: problem.success ? problem.output : undefined,
      retryAfterMs: retryAfterMs(response.headers.get('retry-after')),
    });
  }
  if (typeof body !== 'object' || body === null) return failed({ kind: 'broken', isJunk: true });
  const parsed = v.safeParse(endpoint.response, body);
  return parsed.success ? { ok: true, value: parsed.output } : failed({ kind: 'broken', isJunk: false });
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

function failed(failure: Failure): { ok: false; failure: Failure } {
  return { ok: false, failure };
}
