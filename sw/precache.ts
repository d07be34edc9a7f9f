import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

/** Addresses that are pages of the server and not of the app. */
const SERVER_PATHS = [
  /^\/(api|hook|geocode|sandbox|webhooks|ops)(\/|$)/,
  /^\/(config\.json|healthz|connected\.html)$/,
];

/**
 * Keeps the app itself: after one visit every page opens without a network, and also while a network hangs,
 * because a navigation is answered from the cache and asks nobody.
 */
export function precacheShell(files: (PrecacheEntry | string)[]): void {
  cleanupOutdatedCaches();
  precacheAndRoute(files);
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/app.html'), { denylist: SERVER_PATHS }));
}
