import { connectClient } from '../api/client.ts';
import { restoreSession } from '../flows/session.ts';
import { loadConfig, readyForCalls } from '../flows/surroundings.ts';
import { catchInstallOffer } from '../pwa/install.ts';
import { reloadOnMissingChunk } from '../pwa/missing-chunk.ts';
import { leaveAndComeBack } from '../pwa/page-cache.ts';
import { useApp } from '../stores/app.ts';
import { hydrateStores } from '../stores/reset.ts';
import { useUser } from '../stores/user.ts';
import { handleFailure } from './failure-policy.ts';

/** A device that takes longer to read what it has kept must not hold up the calls. */
const KEPT_PATIENCE_MS = 2000;

/**
 * Everything that must be so before the first render, none of it waited for: who is here is known at once from
 * local storage; what was kept in IndexedDB and the deployment's configuration arrive while the page paints.
 */
export function prepare(): void {
  reloadOnMissingChunk();
  catchInstallOffer();
  leaveAndComeBack();
  const kept = hydrateStores();
  connectClient({
    bases: async () => {
      // The kept configuration saves a repeated visit the wait for the fetched one, if the device has it soon.
      await Promise.race([kept, new Promise((resolve) => setTimeout(resolve, KEPT_PATIENCE_MS))]);
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

/** The rest comes in a chunk of its own, after the first paint. */
export async function settleAfterPaint(): Promise<void> {
  const { settle } = await import('./after-paint.ts');
  settle();
}
