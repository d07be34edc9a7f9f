import { MAP_CODE_CACHE } from '../device/caches.ts';
import { loadRegion } from './region/load.ts';

/** Loads the map's data only if it is already cached, so that a user who only types does not download a map. */
export async function loadCachedRegion(): Promise<void> {
  if ('caches' in window && (await caches.has(MAP_CODE_CACHE))) await loadRegion();
}

/**
 * Precaches the code and data of maps, so that the installed app has maps offline. It needs an active service worker
 * to cache them, and a connection that is neither slow nor metered.
 */
export async function precacheMaps(): Promise<void> {
  const hasActiveWorker = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
  if (!hasActiveWorker || !isFastUnmeteredConnection()) return;
  await Promise.all([import('./PickerMap.tsx'), import('./RouteMap.tsx'), loadRegion()]);
}

function isFastUnmeteredConnection(): boolean {
  if (!('connection' in navigator)) return true;
  // TypeScript's DOM types do not include the Network Information API.
  const { saveData, effectiveType } = navigator.connection as { saveData?: boolean; effectiveType?: string };
  return saveData !== true && (effectiveType === undefined || effectiveType === '4g');
}
