import type { Problem } from '../contract/errors.ts';

/**
 * Every way a call can fail, by name. Callers branch on `kind`.
 * - offline: no answer of ours came (transport, 504, or an answer that is not JSON: a captive portal)
 * - timeout: the server said 408
 * - unauthorized: the server said 401 about the session
 * - http: any other refusal; `body` is the parsed answer
 * - broken: a success whose body does not fit; `isNotObject` when it is neither object nor array
 * - aborted: we gave up ourselves
 */
export type Failure =
  | { kind: 'offline' }
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

/** `keptAt`: the network did not answer in time, and this is what it had answered at that moment. */
export type Result<T> = { ok: true; value: T; cachedAt?: number } | { ok: false; failure: Failure };

/** Whether the server refused because of what was sent, and said so with this code. */
export function hasErrorCode(failure: Failure, code: string): boolean {
  return failure.kind === 'http' && failure.problem?.title === code;
}
