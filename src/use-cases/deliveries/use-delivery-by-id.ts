import { useCallback, useEffect, useState } from 'react';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { useUser } from '../../stores/user.ts';
import { refreshDelivery } from './refresh-deliveries.ts';
import type { RefreshResult } from './refresh-result.ts';
import { useMyDeliveries } from './use-my-deliveries.ts';

/** `unreachable`: nothing is known and nobody answered; it may exist. */
export type DeliveryLoadState =
  | { kind: 'signedOut' }
  | { kind: 'loading' }
  | { kind: 'missing' }
  | { kind: 'unreachable' }
  | { kind: 'loaded'; delivery: DeliveryRequest; updatedAt: number | undefined };

/**
 * One delivery of whoever is signed in: at once from what is kept, else asked for. Known ones age; the screen
 * decides when to ask for them again.
 * @param deliveryId as it stands in the URL, so it may be anything
 */
export function useDeliveryById(deliveryId: string): {
  state: DeliveryLoadState;
  refresh: () => Promise<RefreshResult>;
  /** Waits no longer for the first answer; one that comes late is shown all the same. */
  stopWaiting: () => void;
} {
  const id = parseDeliveryId(deliveryId);
  const isSignedIn = useUser(({ user }) => user !== null);
  const { list, updatedAt } = useMyDeliveries();
  const [lastRefresh, setLastRefresh] = useState<{ id: number; outcome: RefreshResult }>();

  const refresh = useCallback(async (): Promise<RefreshResult> => {
    if (id === undefined || !isSignedIn) return 'failed';
    const outcome = await refreshDelivery(id);
    setLastRefresh({ id, outcome });
    return outcome;
  }, [id, isSignedIn]);

  const delivery = list.find((one) => one.id === id);
  const isNotLoaded = delivery === undefined;
  useEffect(() => {
    if (isNotLoaded) void refresh();
  }, [isNotLoaded, refresh]);

  return {
    state: currentState(),
    refresh,
    stopWaiting: () => {
      if (id !== undefined) setLastRefresh({ id, outcome: 'failed' });
    },
  };

  function currentState(): DeliveryLoadState {
    if (!isSignedIn) return { kind: 'signedOut' };
    if (id === undefined) return { kind: 'missing' };
    if (delivery) return { kind: 'loaded', delivery, updatedAt: updatedAt[id] };
    if (lastRefresh?.id !== id) return { kind: 'loading' };
    return { kind: lastRefresh.outcome === 'failed' ? 'unreachable' : 'missing' };
  }
}

function parseDeliveryId(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
