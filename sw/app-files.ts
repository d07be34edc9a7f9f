/// <reference lib="webworker" />
import { EMPTY_PAGE, isAppPath, PRERENDERED_PAGES, pageFileOf } from '../src/contract/pages.ts';
import { MAP_CODE_CACHE, PRIVATE_CACHE, RESTORE_FILES, TILE_CACHE } from '../src/device/caches.ts';
import { type AppFile, createFileCheck, type FileCheck, isAsset, isPage } from './file-check.ts';
import { endRead, startRead } from './request-timeout.ts';

declare const self: ServiceWorkerGlobalScope;

/** Addresses that are pages of the server and not of the app, and those of files, also if a browser opens one. */
const SERVER_PATHS =
  /^\/((api|hook|geocode|sandbox|webhooks|ops)(\/|$)|(healthz|readyz|livez|metrics)$)|\/\.|\.\w[^/]*$/;
/** The code of maps is not precached with the app, but cached when a map is first shown. */
const MAP_FILE = /^assets\/map-/;

/**
 * Caches the app itself, and responds to each navigation with the page that the build prerendered for it: every page
 * opens without a network, and also while the network hangs. Only what the build made is cached. If anything else
 * arrives, the installation fails, and the earlier version stays.
 */
export function cacheApp(files: AppFile[]): void {
  const precached = files.filter(({ url }) => !MAP_FILE.test(url));
  // A waiting version must not replace the files of the active one, so that each version has a cache of its own. The
  // pages name the assets, and thus differ whenever an asset does.
  const named = precached.filter(({ url }) => !isAsset(url));
  const cacheName = `app-${named.map(({ revision }) => revision.slice(0, 4)).join('')}`;
  const filesByPath = new Map(files.map((file) => [`/${file.url}`, file]));
  const check = createFileCheck(files);
  const storeFiles = () => storeMissingFiles(precached, cacheName, check);

  self.addEventListener('install', (event) => {
    event.waitUntil(storeFiles());
    addStaticRoutes(event, cacheName);
  });
  self.addEventListener('activate', (event) => event.waitUntil(deleteOtherCaches(cacheName)));
  self.addEventListener('message', (event) => {
    if (event.data?.type === RESTORE_FILES) event.waitUntil(restore(storeFiles, event.ports[0]));
  });
  self.addEventListener('fetch', (event) => {
    const { method, mode, url } = event.request;
    const { origin, pathname } = new URL(url);
    if (method !== 'GET' || origin !== self.location.origin) return;
    const file = filesByPath.get(pathname);
    if (mode === 'navigate') {
      if (!SERVER_PATHS.test(pathname)) event.respondWith(respondWithPage(event, pathname, cacheName));
    } else if (file !== undefined && !isPage(file.url)) {
      const name = MAP_FILE.test(file.url) ? MAP_CODE_CACHE : cacheName;
      event.respondWith(respondWithFile(event, name, (signal) => check.fetchFile(file, signal)));
    }
  });
}

/** Fetches what is missing, after the browser or the user has emptied the cache, and says whether all is complete. */
async function restore(storeFiles: () => Promise<void>, port: MessagePort | undefined): Promise<void> {
  const isComplete = await storeFiles().then(
    () => true,
    () => false,
  );
  port?.postMessage(isComplete);
}

/** @throws after all files were tried, if one of them could not be stored */
async function storeMissingFiles(files: AppFile[], cacheName: string, check: FileCheck): Promise<void> {
  const cache = await caches.open(cacheName);
  const stored = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  let failure: unknown;
  for (const file of files) {
    const path = pathOf(file);
    if (stored.has(path)) continue;
    try {
      // A file that has not changed since an earlier version is not downloaded again.
      const earlier = isPage(file.url) ? undefined : await caches.match(path, { ignoreVary: true });
      await cache.put(path, (await check.verify(file, earlier)) ?? (await check.fetchFile(file)));
    } catch (error) {
      failure = error;
    }
  }
  if (failure !== undefined) throw failure;
}

/** Static routes match the address of a navigation, so that a page is stored under its path and not under its file. */
function pathOf({ url }: Pick<AppFile, 'url'>): string {
  return PRERENDERED_PAGES.find(({ file }) => file === `/${url}`)?.path ?? `/${url}`;
}

async function respondWithPage(event: FetchEvent, pathname: string, cacheName: string): Promise<Response> {
  const cache = await caches.open(cacheName);
  const match = (path: string) => cache.match(path, { ignoreVary: true });
  const page = isAppPath(pathname)
    ? await match(pathOf({ url: pageFileOf(pathname).slice(1) }))
    : await fetchPage(event);
  // A captive portal must be able to show its own page, but it is never cached.
  return page ?? (await match(EMPTY_PAGE)) ?? fetch(event.request);
}

/** The response of the network; undefined without one. The app then says that it has no such page. */
async function fetchPage(event: FetchEvent): Promise<Response | undefined> {
  const read = startRead(event);
  try {
    return await fetch(event.request, { signal: read.controller.signal });
  } catch {
    return undefined;
  } finally {
    endRead(read);
  }
}

async function respondWithFile(
  event: FetchEvent,
  cacheName: string,
  fetchFile: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const { url } = event.request;
  const cache = await caches.open(cacheName);
  const cached = await cache.match(url, { ignoreVary: true });
  if (cached !== undefined) return cached;
  const read = startRead(event);
  try {
    const response = await fetchFile(read.controller.signal);
    event.waitUntil(cache.put(url, response.clone()).catch(() => undefined));
    return response;
  } catch {
    // The page treats this like a lost network, and tries again later.
    return Response.error();
  } finally {
    endRead(read);
  }
}

/** Everything else is of another version. */
async function deleteOtherCaches(cacheName: string): Promise<void> {
  const current = [cacheName, MAP_CODE_CACHE, TILE_CACHE, PRIVATE_CACHE];
  const names = await caches.keys();
  await Promise.all(names.filter((name) => !current.includes(name)).map((name) => caches.delete(name)));
}

type StaticRoute = {
  condition: { urlPattern: { pathname: string; search?: string }; requestMode?: 'navigate' };
  source: { cacheName: string } | 'fetch-event';
};
/** TypeScript's worker library does not know static routing yet. */
type InstallEvent = ExtendableEvent & { addRoutes?: (routes: StaticRoute[]) => Promise<void> };

/** With static routes the browser responds to a navigation while the worker is still starting. */
function addStaticRoutes(event: InstallEvent, cacheName: string): void {
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
