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

/** A device that reads its stored data slowly must not delay the calls. */
const HYDRATION_TIMEOUT_MS = 2000;

/**
 * Prepares what the first render needs, without waiting. The account is read at once from local storage. The data of
 * IndexedDB and the configuration of the deployment arrive while the page is painted.
 */
export function startApp(): void {
  installTrustedTypesPolicy();
  reloadOnMissingChunk();
  captureInstallPrompt();
  handleBackForwardCache();
  const hydration = hydrateStores();
  configureClient({
    baseUrls: async () => {
      // A repeated visit uses the stored configuration and does not wait for the fetched one, if the device reads it
      // quickly.
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

/** The rest is in a separate chunk that loads after the first paint. */
export async function startServicesAfterPaint(): Promise<void> {
  const { startServices } = await import('./after-paint.ts');
  startServices();
}
