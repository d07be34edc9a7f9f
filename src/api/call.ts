import type { EndpointName, Params, RequestBody } from '../contract/endpoints.ts';
import type { Failure } from './failure.ts';

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

/** What a form passes on to its call. */
export type FormCallOptions = Pick<CallOptions<EndpointName>, 'signal' | 'isShownByCaller'>;

/** What is read when a call is made, because it may change until the call is sent. */
export type CallContext = {
  dependencies: ClientDependencies;
  userWaitSignal: AbortSignal;
  /** A time of `performance.now()`. */
  startedAt: number;
};
