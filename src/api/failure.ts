import type { Problem } from '../contract/errors.ts';

/**
 * Every way a call can fail, by name. Callers branch on `kind`.
 * - offline: no response arrived, because the call failed in transport
 * - unexpectedResponse: the response is not JSON although JSON is expected, or it is a 504: it comes from a gateway or
 *   a captive portal and not from our server; `isPage` if it is HTML
 * - timeout: the server said 408
 * - unauthorized: the server said 401 about the session
 * - http: any other rejection; `body` is the parsed response
 * - broken: a success whose body does not fit; `isNotObject` when it is neither object nor array
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
  | { kind: 'broken'; isNotObject: boolean }
  | { kind: 'aborted' };

/** `cachedAt`: the network did not respond in time, and this is the response that was cached at that moment. */
export type Result<T> = { ok: true; value: T; cachedAt?: number } | { ok: false; failure: Failure };

/** Whether the server refused because of what was sent, and said so with this code. */
export function hasErrorCode(failure: Failure, code: string): boolean {
  return failure.kind === 'http' && failure.problem?.title === code;
}
