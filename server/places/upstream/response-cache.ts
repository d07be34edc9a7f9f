import { createHash } from 'node:crypto';
import { GEOCODE_CACHE_MS } from '../../../src/contract/constants.ts';
import type { Db } from '../../db/database.ts';
import type { Clock } from '../../dependencies.ts';
import { cacheResponse, deleteResponsesBefore, findCachedResponse } from '../../queries/geocode-upstreams.ts';
import type { NominatimPlace } from '../nominatim-format.ts';
import { parseSearchResponse } from './parse-response.ts';

/** An empty result is corrected upstream sooner than a place moves, so it is cached for a shorter time. */
const EMPTY_FRESH_MS = 24 * 3600_000;
/** How long stale responses are used while the upstream is unavailable. */
const MAX_STALE_MS = GEOCODE_CACHE_MS;
const CLEANUP_INTERVAL_MS = 3600_000;

/** The cache of upstream responses, shared by all processes. */
export function createResponseCache(db: Db, clock: Clock) {
  let forgotten = 0;
  return {
    async read(key: string) {
      const cached = await findCachedResponse(db, key);
      if (cached === undefined) return undefined;
      const places = parseSearchResponse(cached.answer);
      const ageMs = clock.now().getTime() - cached.fetched.getTime();
      return { places, isFresh: ageMs <= (places.length === 0 ? EMPTY_FRESH_MS : GEOCODE_CACHE_MS) };
    },
    async write(key: string, places: NominatimPlace[]): Promise<void> {
      const now = clock.now();
      await cacheResponse(db, key, places, now);
      if (now.getTime() - forgotten < CLEANUP_INTERVAL_MS) return;
      forgotten = now.getTime();
      await deleteResponsesBefore(db, new Date(now.getTime() - GEOCODE_CACHE_MS - MAX_STALE_MS));
    },
  };
}

/** Hashes a query, because searches are not stored in plain text. */
export function cacheKey(url: string, path: string, params: Record<string, string>): string {
  const sorted = Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([url, path, sorted]))
    .digest('base64url');
}
