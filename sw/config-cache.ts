import { registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import { WORKER_NETWORK_TIMEOUT_MS } from '../src/contract/constants.ts';
import { limitReads } from './request-timeout.ts';

/** Responds with the newest configuration of the deployment if the network is fast enough, else with the cached one. */
export function cacheConfig(): void {
  registerRoute(
    ({ sameOrigin, url }) => sameOrigin && url.pathname === '/config.json',
    new NetworkFirst({
      cacheName: 'config',
      networkTimeoutSeconds: WORKER_NETWORK_TIMEOUT_MS / 1000,
      plugins: [limitReads],
    }),
  );
}
