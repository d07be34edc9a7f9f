import { useCallback, useEffect, useState } from 'react';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { type ReadFailure, type RefreshOutcome, toFailedRead } from '../../domain/read-failure.ts';
import { useUser } from '../../stores/user.ts';
import { useRetry } from '../connectivity/use-retry.ts';
import { refreshDelivery } from './refresh-deliveries.ts';
import { useMyDeliveries } from './use-my-deliveries.ts';

/** `unreachable`: the delivery is not stored and the server did not respond, so it may or may not exist. */
type DeliveryLoadState =
  | { kind: 'loading' }
  | { kind: 'missing' }
  | { kind: 'unreachable'; failure: ReadFailure }
  | { kind: 'loaded'; delivery: DeliveryRequest; updatedAt: number | undefined };

/**
 * One delivery of the current account. A stored delivery is returned immediately, and the screen decides when to
 * refresh it; a delivery that is not stored is requested.
 * @param deliveryId the parameter of the URL, which may be any text
 */
export function useDeliveryById(deliveryId: string) {
  const number = /^[1-9]\d*$/.test(deliveryId) ? Number(deliveryId) : Number.NaN;
  const id = Number.isSafeInteger(number) ? number : undefined;
  const isLoggedIn = useUser(({ user }) => user !== null);
  const { list, updatedAt } = useMyDeliveries();
  const [lastRefresh, setLastRefresh] = useState<{ id: number; outcome: RefreshOutcome }>();

  const refresh = useCallback(async () => {
    if (id === undefined || !isLoggedIn) return;
    const outcome = await refreshDelivery(id);
    setLastRefresh({ id, outcome });
  }, [id, isLoggedIn]);

  const delivery = list.find((item) => item.id === id);
  const isNotLoaded = delivery === undefined;
  useEffect(() => {
    if (isNotLoaded) void refresh();
  }, [isNotLoaded, refresh]);

  const state = currentState();
  useRetry(state.kind === 'unreachable' ? state.failure : undefined, refresh);

  return {
    state,
    /** Loads it again after a failure. */
    retry: () => {
      setLastRefresh(undefined);
      void refresh();
    },
    /** Stops waiting for the first response. A response that arrives later is still shown. */
    stopWaiting: () => {
      if (id !== undefined) setLastRefresh({ id, outcome: toFailedRead('stopped') });
    },
  };

  function currentState(): DeliveryLoadState {
    // A guest sees the login instead.
    if (!isLoggedIn) return { kind: 'loading' };
    if (id === undefined) return { kind: 'missing' };
    if (delivery) return { kind: 'loaded', delivery, updatedAt: updatedAt[id] };
    if (lastRefresh?.id !== id) return { kind: 'loading' };
    const { outcome } = lastRefresh;
    return outcome.kind === 'failed'
      ? { kind: 'unreachable', failure: outcome.failure }
      : { kind: 'missing' };
  }
}
