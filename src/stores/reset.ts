import { useAddresses } from './addresses.ts';
import { useApp } from './app.ts';
import { useDelivery } from './delivery.ts';
import { useDrafts } from './drafts.ts';
import { useLoaders } from './loaders.ts';
import { useOutbox } from './outbox.ts';
import { usePayments } from './payments.ts';
import { useRecentPlaces } from './recent-places.ts';
import { useTracked } from './tracked.ts';
import { useUser } from './user.ts';

/** Every slice back to its beginning. Alerts stay: the farewell is shown after the reset. */
export function resetStores(): void {
  for (const slice of [
    useUser,
    useDelivery,
    useAddresses,
    usePayments,
    useTracked,
    useDrafts,
    useRecentPlaces,
    useOutbox,
    useLoaders,
    useApp,
  ]) {
    slice.getState().reset();
  }
}

/** Every slice that survives a restart reads what was kept; screens may paint before this has ended. */
export function hydrateStores(): Promise<unknown> {
  return Promise.all(
    [useApp, useAddresses, useDelivery, useTracked, useDrafts, useRecentPlaces].map((slice) =>
      Promise.resolve(slice.persist.rehydrate()),
    ),
  );
}
