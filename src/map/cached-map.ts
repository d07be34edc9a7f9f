import { MAP_CODE_CACHE } from '../contract/constants.ts';
import { loadRegion } from './region/load.ts';

/** The map's data where this device keeps it already: nobody who only types pays for a map. */
export async function loadCachedRegion(): Promise<void> {
  if ('caches' in window && (await caches.has(MAP_CODE_CACHE))) await loadRegion();
}

/**
 * Who installed the app counts on it on the way: its maps are fetched before a first one is needed without a
 * network. A worker must be there to keep them, and the connection neither slow nor paid by the byte.
 */
export async function precacheMaps(): Promise<void> {
  const hasActiveWorker = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
  if (!hasActiveWorker || !isFastUnmeteredConnection()) return;
  await Promise.all([import('./PickerMap.tsx'), import('./RouteMap.tsx'), loadRegion()]);
}

function isFastUnmeteredConnection(): boolean {
  if (!('connection' in navigator)) return true;
  // No standard type knows it.
  const { saveData, effectiveType } = navigator.connection as { saveData?: boolean; effectiveType?: string };
  return saveData !== true && (effectiveType === undefined || effectiveType === '4g');
}
