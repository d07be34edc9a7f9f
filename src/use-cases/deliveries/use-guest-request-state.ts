import { useCallback, useState } from 'react';
import { call } from '../../api/client.ts';
import type { GuestRequestState } from '../../contract/delivery-request.ts';
import { storeGuestPackage } from '../tracking/look-up-package.ts';
import { usePolling, useRead } from '../use-polling.ts';

const POLL_INTERVAL_MS = 60_000;

/**
 * How far a guest's request has come, by the key of its outbox entry; undefined while it is not known. It is read
 * again every minute and when the page becomes visible, until the request is paid and has a tracking number.
 */
export function useGuestRequestState(key: string): GuestRequestState | undefined {
  const [state, setState] = useState<GuestRequestState>();
  const isAccepted = state?.trackingNumber != null;
  const read = useCallback(
    async (signal: AbortSignal) => {
      const result = await call('getGuestRequest', { params: { key }, signal, isQuiet: true });
      if (!result.ok || signal.aborted) return;
      setState(result.value);
      storeGuestPackage(result.value);
    },
    [key],
  );
  useRead(read);
  usePolling(read, POLL_INTERVAL_MS, !isAccepted);
  return state;
}
