import type { EndpointName, Params, RequestBody, ResponseBody } from '../contract/endpoints.ts';
import type { Problem } from '../contract/problem.ts';

type SendCall = <V extends EndpointName>(
  endpointName: V,
  options: CallOptions<V>,
  context: CallContext,
) => Promise<Result<ResponseBody<V>>>;
type Connection = { dependencies: ClientDependencies; sendCall: SendCall };

let connection: Connection | undefined;
let announceConnection = (_connection: Connection): void => undefined;
/** A screen may make its first call before the code that sends it has loaded, which happens after hydration. */
const connected = new Promise<Connection>((resolve) => {
  announceConnection = resolve;
});

/** Connects the calls to the code that sends them; `configureClient` of send-call.ts does so. */
export function connectClient(next: Connection): void {
  connection = next;
  announceConnection(next);
}

let userWaitController = new AbortController();

/** Aborts when the user cancels what they are waiting for. Waits that are not API calls also use it. */
export const userWaitSignal = (): AbortSignal => userWaitController.signal;

/** Aborts every call that a user waits for. Each fails as `aborted`; later calls get a new signal. */
export function abortUserWait(): void {
  userWaitController.abort();
  userWaitController = new AbortController();
}

/**
 * Makes one API call and returns its parsed response or a named failure. It never throws.
 * @param endpointName the call's name in `contract/endpoints`
 */
export async function call<V extends EndpointName>(
  endpointName: V,
  options: CallOptions<V> = {},
): Promise<Result<ResponseBody<V>>> {
  const startedAt = performance.now();
  const signal = userWaitSignal();
  const { dependencies, sendCall } = connection ?? (await connected);
  return sendCall(endpointName, options, { dependencies, userWaitSignal: signal, startedAt });
}

type QueryValue = string | number | boolean;
export type Query = Record<string, QueryValue | readonly QueryValue[] | undefined>;

export type Session = { token: string; account: string };
type BaseUrls = { apiBase: string; hookBase: string };

/** The page passes functions that read its stores; the service worker passes functions that read its own copies. */
export type ClientDependencies = {
  /** The base URLs of the API and the guest hook. On a first visit this waits for the configuration. */
  baseUrls: () => BaseUrls | Promise<BaseUrls>;
  /** The current session, read when a call is sent. */
  session: () => Session | undefined | Promise<Session | undefined>;
  /** The response to a request for this URL that the document has sent before the app. Each is used once. */
  takeEarlyResponse?: (url: string) => Promise<Response> | undefined;
  /** Called for every failure. A quiet call is background work, which shows no alert. */
  onFailure?: (failure: Failure, endpointName: EndpointName, isQuiet: boolean) => void;
  /** Called after each call, unless the app aborted it. */
  onReachability?: (outcome: Outcome) => void;
};

/**
 * Where the response to a call came from.
 * - server: our server, with any status
 * - cache: the service worker, because the network did not respond in time
 * - intermediary: a gateway or a captive portal; `isPage` if it sent an HTML page with a success status
 * - none: the call failed in transport, or timed out after a minute
 * `startedAt` is a time of `performance.now()`: a response to an earlier call does not prove that a network that was
 * lost in the meantime is back.
 */
export type Outcome = {
  base: 'api' | 'hook';
  respondedBy: 'server' | 'cache' | 'intermediary' | 'none';
  isPage?: boolean;
  startedAt: number;
};

export type CallOptions<V extends EndpointName> = {
  params?: Params<V>;
  query?: Query;
  body?: RequestBody<V>;
  signal?: AbortSignal | undefined;
  idempotencyKey?: string;
  /** The version that the call changes. Set it only for an API that supports versions (`config.versions`). */
  version?: string | undefined;
  /** Background work: no alert is shown, and the caller handles the failure. */
  isQuiet?: boolean;
  /** Whether the caller itself shows this failure, so that no alert repeats it. */
  isShownByCaller?: (failure: Failure) => boolean;
  /** Sends only as this account: if another user has logged in since, the request is not sent. */
  account?: string;
  /** Whether 401 means that the entered values were rejected (see `config.changePasswordAnswers401`). */
  refusesWith401?: boolean;
};

export type FormCallOptions = Pick<CallOptions<EndpointName>, 'signal' | 'isShownByCaller'>;

/** What is read when a call is made, because it may change until the call is sent. */
export type CallContext = {
  dependencies: ClientDependencies;
  userWaitSignal: AbortSignal;
  /** A time of `performance.now()`. */
  startedAt: number;
};

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

/** Whether the server, and no gateway, responded with this error status. */
export function hasStatus(failure: Failure, status: number): boolean {
  return failure.kind === 'http' && failure.status === status;
}

/** Whether a page with a success status has come instead of JSON, which is that of a captive portal. */
export function isPortalPage(failure: Failure): boolean {
  return failure.kind === 'unexpectedResponse' && failure.isPage && failure.status < 400;
}

/** Whether the same request would fail again, for example because an API does not have the call. */
export function isPermanent(failure: Failure): boolean {
  if (failure.kind !== 'http') return false;
  const { status } = failure;
  return status < 500 && ![408, 425, 429].includes(status);
}
