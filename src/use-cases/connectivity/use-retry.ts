import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef } from 'react';
import { READ_RETRY_MS, remainingMs } from '../../api/timing.ts';
import { isConnectionLost, type ReadFailure } from '../../domain/read-failure.ts';
import { useApp } from '../../stores/app.ts';

/** When the connection is back, a read that has failed is repeated at once, unless it failed less than this ago. */
const RECONNECTED_RETRY_MS = 1000;

/**
 * Repeats a read that has failed, while the page is visible: at once when this device has a connection again, and with
 * backoff while the server or a gateway fails. A screen passes the stored failure until a read succeeds.
 * @param retry starts the read again without removing the failure from the screen before there is a result
 */
export function useRetry(failure: ReadFailure | undefined, retry: () => unknown): void {
  const isConnected = useApp(({ isReachable, needsNetworkSignIn }) => isReachable && !needsNetworkSignIn);
  const isVisible = useDocumentVisibility() === 'visible';
  const attempts = useRef(0);
  const wasLost = useRef(false);
  const retryNow = useEffectEvent(retry);
  useEffect(() => {
    if (failure === undefined) attempts.current = 0;
    if (!isConnected) wasLost.current = failure !== undefined;
    if (failure === undefined || failure.cause === 'rejected' || !isConnected || !isVisible) return;
    const isBack = wasLost.current || isConnectionLost(failure);
    if (failure.cause === 'stopped' && !isBack) return;
    const backoff = READ_RETRY_MS[Math.min(attempts.current, READ_RETRY_MS.length - 1)] ?? 0;
    const delay = Math.max(isBack ? RECONNECTED_RETRY_MS : backoff, failure.retryAfterMs ?? 0);
    const timer = setTimeout(
      () => {
        wasLost.current = false;
        attempts.current += 1;
        void retryNow();
      },
      remainingMs(failure.at, delay),
    );
    return () => clearTimeout(timer);
  }, [failure, isConnected, isVisible]);
}
