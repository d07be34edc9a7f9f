import { configureClient } from '../api/client.ts';
import { handleBackForwardCache } from '../pwa/bfcache.ts';
import { captureInstallPrompt } from '../pwa/install.ts';
import { reloadOnMissingChunk } from '../pwa/missing-chunk.ts';
import { useApp } from '../stores/app.ts';
import { hydrateStores } from '../stores/reset.ts';
import { useUser } from '../stores/user.ts';
import { reportOutcome } from '../use-cases/connectivity/check-health.ts';
import { loadConfig, waitForConfig } from '../use-cases/connectivity/load-config.ts';
import { restoreSession } from '../use-cases/session/session.ts';
import { handleFailure } from './failure-policy.ts';
import { installTrustedTypesPolicy } from './trusted-types.ts';

/** A device that takes longer to read what it has kept must not hold up the calls. */
const HYDRATION_TIMEOUT_MS = 2000;

/**
 * Everything that must be so before the first render, none of it waited for: who is here is known at once from
 * local storage; what was kept in IndexedDB and the deployment's configuration arrive while the page paints.
 */
export function startApp(): void {
  installTrustedTypesPolicy();
  reloadOnMissingChunk();
  captureInstallPrompt();
  handleBackForwardCache();
  const hydration = hydrateStores();
  configureClient({
    baseUrls: async () => {
      // The kept configuration saves a repeated visit the wait for the fetched one, if the device has it soon.
      await Promise.race([hydration, new Promise((resolve) => setTimeout(resolve, HYDRATION_TIMEOUT_MS))]);
      await waitForConfig();
      return useApp.getState().config;
    },
    session: () => {
      const { user } = useUser.getState();
      return user ? { token: user.jwtToken, account: user.email.toLowerCase() } : undefined;
    },
    onFailure: handleFailure,
    onReachability: reportOutcome,
  });
  restoreSession();
  void loadConfig();
}

/** The rest comes in a chunk of its own, after the first paint. */
export async function startServicesAfterPaint(): Promise<void> {
  const { startServices: settle } = await import('./after-paint.ts');
  settle();
}
