import type { Problem } from '../contract/problem.ts';

/**
 * Every way a call can fail, by name. Callers branch on `kind`.
 * - offline: there was no response, because the call failed in transport
 * - unexpectedResponse: a response that is not JSON although JSON is required, or a 504: it comes from a gateway or a
 *   captive portal and not from our server; `isPage` if it is HTML
 * - timeout: the server responded with 408
 * - unauthorized: the server rejected the session with 401
 * - http: any other error status; `body` is the parsed response body
 * - invalidBody: a success whose body does not fit; `isNotObject` when it is neither object nor array
 * - aborted: the app stopped waiting for it
 */
export type Failure =
  | { kind: 'offline' }
  | { kind: 'unexpectedResponse'; status: number; isPage: boolean; retryAfterMs: number | undefined }
  | { kind: 'timeout'; body?: unknown }
  | { kind: 'unauthorized'; body?: unknown }
  | {
      kind: 'http';
      status: number;
      body: unknown;
      problem: Problem | undefined;
      retryAfterMs: number | undefined;
    }
  | { kind: 'invalidBody'; isNotObject: boolean }
  | { kind: 'aborted' };

/**
 * `cachedAt`: the network did not respond in time, and the value was cached at this time (milliseconds since 1970).
 * `next`: the value is one page of a list, and this is where the next page begins.
 */
export type Result<T> =
  | { ok: true; value: T; cachedAt?: number; next?: string }
  | { ok: false; failure: Failure };

/** Whether the server rejected the request with this error code. */
export function hasErrorCode(failure: Failure, code: string): boolean {
  return failure.kind === 'http' && failure.problem?.title === code;
}

/** Whether the same request would fail again, for example because an API does not have the call. */
export function isPermanent(failure: Failure): boolean {
  if (failure.kind !== 'http') return false;
  const { status } = failure;
  return status < 500 && ![408, 425, 429].includes(status);
}
