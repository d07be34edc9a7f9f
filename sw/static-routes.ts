/// <reference lib="webworker" />
import { PRERENDERED_PAGES } from '../src/contract/pages.ts';

type StaticRoute = {
  condition: { urlPattern: { pathname: string; search?: string }; requestMode?: 'navigate' };
  source: { cacheName: string } | 'fetch-event';
};
/** TypeScript's worker library does not know static routing yet. */
type InstallEvent = ExtendableEvent & { addRoutes?: (routes: StaticRoute[]) => Promise<void> };

/** With static routes the browser responds to a navigation while the worker is still starting. */
export function addStaticRoutes(event: InstallEvent, cacheName: string): void {
  // The fetch handler does the same, so that a browser that refuses a route is only slower.
  event
    .addRoutes?.([
      // Map code is not precached: the fetch handler caches it.
      { condition: { urlPattern: { pathname: '/assets/map-*' } }, source: 'fetch-event' },
      { condition: { urlPattern: { pathname: '/assets/*' } }, source: { cacheName } },
      ...PRERENDERED_PAGES.map(
        ({ path }): StaticRoute => ({
          condition: { urlPattern: { pathname: path, search: '' }, requestMode: 'navigate' },
          source: { cacheName },
        }),
      ),
    ])
    .catch(() => undefined);
}
