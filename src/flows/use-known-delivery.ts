import { useCallback, useEffect, useState } from 'react';
import type { DeliveryRequest } from '../contract/delivery-request.ts';
import { useUser } from '../stores/user.ts';
import { refreshDelivery } from './deliveries.ts';
import type { Refresh } from './refresh.ts';
import { useMyDeliveries } from './use-my-deliveries.ts';

/** `unreachable`: nothing is known and nobody answered; it may exist. */
export type KnownDelivery =
  | { kind: 'signedOut' }
  | { kind: 'loading' }
  | { kind: 'missing' }
  | { kind: 'unreachable' }
  | { kind: 'known'; delivery: DeliveryRequest; updatedAt: number | undefined };

/**
 * One delivery of whoever is signed in: at once from what is kept, else asked for. Known ones age; the screen
 * decides when to ask for them again.
 * @param deliveryId as it stands in the URL, so it may be anything
 */
export function useKnownDelivery(deliveryId: string): {
  known: KnownDelivery;
  refresh: () => Promise<Refresh>;
  /** Waits no longer for the first answer; one that comes late is shown all the same. */
  giveUp: () => void;
} {
  const id = idIn(deliveryId);
  const isSignedIn = useUser(({ user }) => user !== null);
  const { list, updatedAt } = useMyDeliveries();
  const [last, setLast] = useState<{ id: number; outcome: Refresh }>();

  const refresh = useCallback(async (): Promise<Refresh> => {
    if (id === undefined || !isSignedIn) return 'failed';
    const outcome = await refreshDelivery(id);
    setLast({ id, outcome });
    return outcome;
  }, [id, isSignedIn]);

  const delivery = list.find((one) => one.id === id);
  const isUnknown = delivery === undefined;
  useEffect(() => {
    if (isUnknown) void refresh();
  }, [isUnknown, refresh]);

  return {
    known: judge(),
    refresh,
    giveUp: () => {
      if (id !== undefined) setLast({ id, outcome: 'failed' });
    },
  };

  function judge(): KnownDelivery {
    if (!isSignedIn) return { kind: 'signedOut' };
    if (id === undefined) return { kind: 'missing' };
    if (delivery) return { kind: 'known', delivery, updatedAt: updatedAt[id] };
    if (last?.id !== id) return { kind: 'loading' };
    return { kind: last.outcome === 'failed' ? 'unreachable' : 'missing' };
  }
}

function idIn(text: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}
