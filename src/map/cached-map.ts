import { MAP_CODE_CACHE } from '../device/caches.ts';
import { loadRegion } from './region/load.ts';

/** Loads the map's data only if it is already cached, so that a user who only types does not download a map. */
export async function loadCachedRegion(): Promise<void> {
  if ('caches' in window && (await caches.has(MAP_CODE_CACHE))) await loadRegion();
}
