import type { EndpointName, ResponseBody } from '../contract/endpoints.ts';
import type { CallContext, CallOptions, ClientDependencies } from './call.ts';
import type { Result } from './failure.ts';

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
