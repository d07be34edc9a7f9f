import { MAP_CODE_CACHE } from '../contract/constants.ts';
import { loadRegion } from './region/load.ts';

/** The map's data where this device keeps it already: nobody who only types pays for a map. */
export async function readKeptRegion(): Promise<void> {
  if ('caches' in window && (await caches.has(MAP_CODE_CACHE))) await loadRegion();
}

/**
 * Who installed the app counts on it on the way: its maps are fetched before a first one is needed without a
 * network. A worker must be there to keep them, and the connection neither slow nor paid by the byte.
 */
export async function keepMaps(): Promise<void> {
  const isKeeping = 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null;
  if (!isKeeping || !isCheap()) return;
  await Promise.all([import('./PickerMap.tsx'), import('./RouteMap.tsx'), loadRegion()]);
}

function isCheap(): boolean {
  if (!('connection' in navigator)) return true;
  // No standard type knows it.
  const { saveData, effectiveType } = navigator.connection as { saveData?: boolean; effectiveType?: string };
  return saveData !== true && (effectiveType === undefined || effectiveType === '4g');
}
