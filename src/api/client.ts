import type { EndpointName, ResponseBody } from '../contract/endpoints.ts';
import type { CallContext, CallOptions, ClientDependencies } from './call.ts';
import type { Failure, Result } from './failure.ts';

let clientDependencies: ClientDependencies = {
  baseUrls: () => ({ apiBase: '/api', hookBase: '/hook' }),
  session: () => undefined,
};

export function configureClient(dependencies: ClientDependencies): void {
  clientDependencies = dependencies;
}

let userWaitController = new AbortController();

/** Aborts when the person cancels what they are waiting for. Waits that are not API calls also use it. */
export const userWaitSignal = (): AbortSignal => userWaitController.signal;

/** Aborts every call that a person waits for. Each fails as `aborted`; later calls get a new signal. */
export function abortUserWait(): void {
  userWaitController.abort();
  userWaitController = new AbortController();
}

/** The code that sends requests, with the schemas of all responses. No page waits for it before hydration. */
let sender: typeof import('./send-call.ts') | undefined;

/**
 * Makes one API call and returns its parsed response or a named failure. It never throws.
 * @param endpointName the call's name in `contract/endpoints`
 */
export async function call<V extends EndpointName>(
  endpointName: V,
  options: CallOptions<V> = {},
): Promise<Result<ResponseBody<V>>> {
  const dependencies = clientDependencies;
  const session = dependencies.session();
  // Calls without authentication ignore the session, and must also ignore that it could not be read.
  if (session instanceof Promise) session.catch(() => undefined);
  const startedAt = performance.now();
  const context: CallContext = { dependencies, session, userWaitSignal: userWaitSignal(), startedAt };
  try {
    sender ??= await import('./send-call.ts');
  } catch {
    const failure: Failure = { kind: 'offline' };
    dependencies.onReachability?.({ base: 'api', startedAt, respondedBy: 'none' });
    dependencies.onFailure?.(failure, endpointName, options.isQuiet ?? false);
    return { ok: false, failure };
  }
  return sender.sendCall(endpointName, options, context);
}
