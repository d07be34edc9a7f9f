import { cleanupOutdatedCaches, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { cachePages } from './pages.ts';

/** Caches the app itself: its pages, and the files that they load. */
export function precacheApp(entries: (PrecacheEntry | string)[]): void {
  const files = entries.map((entry) => (typeof entry === 'string' ? { url: entry } : entry));
  const isPage = ({ url }: PrecacheEntry) => url.endsWith('.html');
  cleanupOutdatedCaches();
  precacheAndRoute(files.filter((file) => !isPage(file)));
  cachePages(files.filter(isPage));
}
