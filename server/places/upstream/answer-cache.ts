import { createHash } from 'node:crypto';
import { GEOCODE_CACHE_MS } from '../../../src/contract/constants.ts';
import type { Db } from '../../db/database.ts';
import type { Clock } from '../../ports.ts';
import { cacheAnswer, forgetAnswersBefore, readCachedAnswer } from '../../queries/geocode-upstreams.ts';
import type { NominatimPlace } from '../nominatim.ts';
import { readSearchAnswer } from './read-answer.ts';

/** "Nothing found" is put right sooner than a place moves. */
const EMPTY_FRESH_MS = 24 * 3600_000;
/** Answers that are no longer fresh still serve for so long while the upstream is away. */
const STALE_FOR_MS = GEOCODE_CACHE_MS;
const FORGET_EVERY_MS = 3600_000;

export type CachedPlaces = { places: NominatimPlace[]; isFresh: boolean };

/** What an upstream answered before, for all processes. */
export type AnswerCache = {
  read(key: string): Promise<CachedPlaces | undefined>;
  write(key: string, places: NominatimPlace[]): Promise<void>;
};

export function createAnswerCache(db: Db, clock: Clock): AnswerCache {
  let forgotten = 0;
  return {
    async read(key) {
      const cached = await readCachedAnswer(db, key);
      if (cached === undefined) return undefined;
      const places = readSearchAnswer(cached.answer);
      const ageMs = clock.now().getTime() - cached.fetched.getTime();
      return { places, isFresh: ageMs <= (places.length === 0 ? EMPTY_FRESH_MS : GEOCODE_CACHE_MS) };
    },
    async write(key, places) {
      const now = clock.now();
      await cacheAnswer(db, key, places, now);
      if (now.getTime() - forgotten < FORGET_EVERY_MS) return;
      forgotten = now.getTime();
      await forgetAnswersBefore(db, new Date(now.getTime() - GEOCODE_CACHE_MS - STALE_FOR_MS));
    },
  };
}

/** A hash: what people looked for is not kept in the clear. */
export function cacheKey(url: string, path: string, params: Record<string, string>): string {
  const sorted = Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([url, path, sorted]))
    .digest('base64url');
}
