import { connectClient } from '../api/client.ts';
import { startOutbox } from '../flows/outbox.ts';
import { restoreSession } from '../flows/session.ts';
import { loadConfig, readyForCalls } from '../flows/surroundings.ts';
import { watchConnectivity } from '../pwa/connectivity.ts';
import { catchInstallOffer } from '../pwa/install.ts';
import { reloadOnMissingChunk } from '../pwa/missing-chunk.ts';
import { registerWorker } from '../pwa/register.ts';
import { useApp } from '../stores/app.ts';
import { hydrateStores } from '../stores/reset.ts';
import { useUser } from '../stores/user.ts';
import { handleFailure } from './failure-policy.ts';
import { noteScrollbars } from './scrollbars.ts';

/**
 * Everything that must be so before the first render, none of it waited for: who is here is known at once from
 * local storage; what was kept in IndexedDB and the deployment's configuration arrive while the page paints.
 */
export function prepare(): void {
  reloadOnMissingChunk();
  catchInstallOffer();
  const kept = hydrateStores();
  connectClient({
    bases: async () => {
      // The kept configuration saves a repeated visit the wait for the fetched one.
      await kept;
      await readyForCalls();
      return useApp.getState().config;
    },
    session: () => {
      const { user } = useUser.getState();
      return user ? { token: user.jwtToken, account: user.email.toLowerCase() } : undefined;
    },
    onFailure: handleFailure,
    onOutcome: (isReachable) => {
      if (useApp.getState().isReachable !== isReachable) useApp.getState().setReachable(isReachable);
    },
  });
  restoreSession();
  void loadConfig();
}

/** What may wait until the person sees the page: the outbox, the network's watch, the worker. */
export function settle(): void {
  startOutbox();
  watchConnectivity();
  void registerWorker();
  noteScrollbars();
}
