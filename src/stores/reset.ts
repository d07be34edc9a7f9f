import { useAddresses } from './addresses.ts';
import { useAlerts } from './alerts.ts';
import { useApp } from './app.ts';
import { useDelivery } from './delivery.ts';
import { useDrafts } from './drafts.ts';
import { useLoaders } from './loaders.ts';
import { useOutbox } from './outbox.ts';
import { usePayments } from './payments.ts';
import { useRecentPlaces } from './recent-places.ts';
import { useRecentDeliveries } from './recent-rows.ts';
import { useTracked } from './tracked.ts';
import { currentAccount, useUser } from './user.ts';

/**
 * Resets every store except the drafts, because a session that ends elsewhere only hides them. Show an alert about the
 * reset after it, because it also removes the alerts of the session.
 */
export function resetSessionStores(): void {
  for (const store of [
    useUser,
    useDelivery,
    useRecentDeliveries,
    useAddresses,
    usePayments,
    useTracked,
    useRecentPlaces,
    useOutbox,
    useLoaders,
    useAlerts,
    useApp,
  ]) {
    store.getState().reset();
    if ('persist' in store && !store.persist.hasHydrated()) {
      // What is still being read may be of the session, also if another tab has ended it.
      const unsubscribe = store.persist.onFinishHydration(() => {
        unsubscribe();
        if (currentAccount() === undefined) store.getState().reset();
      });
    }
  }
}

export function resetStores(): void {
  resetSessionStores();
  useDrafts.getState().reset();
}

/** Hydrates every persisted store that is not yet. Screens may render before this has ended. */
export function hydrateStores(): Promise<unknown> {
  return Promise.all(
    [useApp, useAddresses, useDelivery, useTracked, useDrafts, useRecentPlaces].map(
      ({ persist }) => persist.hasHydrated() || persist.rehydrate(),
    ),
  );
}
