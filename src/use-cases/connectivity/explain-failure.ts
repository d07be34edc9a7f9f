import { type Failure, isPermanent } from '../../api/failure.ts';
import { type ReadFailure, toFailedRead } from '../../domain/read-failure.ts';
import { useApp } from '../../stores/app.ts';
import { isReachableNow } from './check-health.ts';

/**
 * Why a read has just failed. If the failure itself does not tell whether this device has a connection, this waits up to
 * a second for the health check that it has started.
 * @param failure undefined if the network did not respond in time and the service worker returned its cached response
 */
export async function explainFailure(
  failure: Failure | undefined,
): Promise<{ kind: 'failed'; failure: ReadFailure }> {
  const isPage = failure?.kind === 'unexpectedResponse' && failure.isPage && failure.status < 400;
  if (failure === undefined || failure.kind === 'offline' || failure.kind === 'aborted' || isPage) {
    const isReachable = await isReachableNow();
    if (useApp.getState().needsNetworkSignIn) return toFailedRead('portal');
    if (!isReachable) return toFailedRead('offline');
    return toFailedRead(isPage ? 'serverError' : 'noResponse');
  }
  const retryAfterMs = 'retryAfterMs' in failure ? failure.retryAfterMs : undefined;
  return toFailedRead(isPermanent(failure) ? 'rejected' : 'serverError', retryAfterMs);
}
