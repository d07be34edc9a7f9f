import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { GEOCODE_CACHE_MS } from '../../../src/contract/constants.ts';
import { rootCause } from '../../db/database-errors.ts';
import type { CoreDependencies } from '../../dependencies.ts';
import * as upstreams from '../../queries/geocode-upstreams.ts';
import type { NominatimPlace } from '../nominatim-format.ts';
import { openRequest, UpstreamError } from './fetch-json.ts';
import { parseSearchResponse } from './parse-response.ts';

/** How long a search waits for its slot, and then for the response, before the gazetteer is used instead. */
const MAX_QUEUE_MS = 4000;
const TIMEOUT_MS = 6000;

/** The circuit breaker opens after this many consecutive failures, each time for twice as long. */
const FAILURES_TO_OPEN_CIRCUIT = 3;
const CIRCUIT_OPEN_MS = 30_000;
const MAX_CIRCUIT_OPEN_MS = 10 * 60_000;
/** The longest Retry-After that is respected. */
const MAX_RETRY_AFTER_MS = 3600_000;

/** An empty result is corrected upstream sooner than a place moves, so it is cached for a shorter time. */
const EMPTY_FRESH_MS = 24 * 3600_000;

export type UpstreamRequest = {
  path: 'search' | 'reverse';
  params: Record<string, string>;
  /** @throws UpstreamError if the response cannot be parsed */
  parse(response: unknown): NominatimPlace[];
};
export type UpstreamResult = { places: NominatimPlace[]; source: 'upstream' | 'cache' | 'stale' };

export type UpstreamDependencies = CoreDependencies & {
  /** `/search` and `/reverse` are appended. */
  url: string;
  /** The maximum number of requests per second of all processes together. */
  perSecond: number;
  /** Sent in User-Agent and Referer, as the policy of the public Nominatim requires. */
  publicUrl: string;
};

/**
 * The client of an upstream Nominatim. All processes share one queue, rate limit, cache and circuit breaker, which are
 * therefore in the database.
 */
export function createUpstream(dependencies: UpstreamDependencies) {
  const { db, clock, log, url, publicUrl } = dependencies;
  const perSecond = isPublicNominatim(url) ? Math.min(1, dependencies.perSecond) : dependencies.perSecond;
  /** How late a request may be sent. The slots are longer by this time, so that the gap is never too short. */
  const toleranceMs = Math.ceil(Math.max(5, 100 / perSecond));
  const intervalMs = Math.ceil(1000 / perSecond) + toleranceMs;
  const running = new Map<string, Promise<UpstreamResult | undefined>>();

  async function readCache(key: string) {
    const cached = await upstreams.findCachedResponse(db, key);
    if (cached === undefined) return undefined;
    const places = parseSearchResponse(cached.answer);
    const ageMs = clock.now().getTime() - cached.fetched.getTime();
    return { places, isFresh: ageMs <= (places.length === 0 ? EMPTY_FRESH_MS : GEOCODE_CACHE_MS) };
  }

  async function lookUp(key: string, query: UpstreamRequest): Promise<UpstreamResult | undefined> {
    const cached = await readCache(key);
    if (cached?.isFresh) return { places: cached.places, source: 'cache' };
    return (await requestInTurn(key, query)) ?? (cached && { places: cached.places, source: 'stale' });
  }

  async function requestInTurn(key: string, query: UpstreamRequest): Promise<UpstreamResult | undefined> {
    const giveUpAt = clock.now().getTime() + MAX_QUEUE_MS;
    const reserve = async (missed?: Date) => {
      const now = clock.now();
      if (now.getTime() > giveUpAt) return undefined;
      return upstreams.reserveSlot(db, url, { now, intervalMs, maxWaitMs: MAX_QUEUE_MS, missed });
    };
    let slot = await reserve();
    if (slot === undefined) return undefined;
    try {
      const request = await openRequest(addressOf(query), headers, TIMEOUT_MS, clock.now);
      try {
        for (; slot !== undefined; slot = await reserve(slot)) {
          const delayMs = slot.getTime() - clock.now().getTime();
          if (delayMs > 0) {
            await pause(delayMs);
            // Another process may have sent the same query in the meantime.
            const cached = await readCache(key);
            if (cached?.isFresh) return { places: cached.places, source: 'cache' };
          }
          // A request that is later than this, after a slow connection for example, would be too close to the next one.
          if (clock.now().getTime() - slot.getTime() >= toleranceMs) continue;
          const places = query.parse(await request.fetchJson());
          await upstreams.recordUpstreamSuccess(db, url);
          await upstreams.cacheResponse(db, key, places, clock.now());
          return { places, source: 'upstream' };
        }
        return undefined;
      } finally {
        request.close();
      }
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      if (!error.isClientError) await openCircuit(error);
      return undefined;
    }
  }

  const headers = { 'user-agent': `Send/0.1 (+${publicUrl})`, referer: `${publicUrl}/` };

  function addressOf(query: UpstreamRequest): URL {
    const address = new URL(`${url.replace(/\/+$/, '')}/${query.path}`);
    for (const [name, value] of Object.entries(query.params)) address.searchParams.set(name, value);
    return address;
  }

  async function openCircuit(error: UpstreamError): Promise<void> {
    const failures = await upstreams.recordUpstreamFailure(db, url);
    const own =
      failures < FAILURES_TO_OPEN_CIRCUIT
        ? 0
        : CIRCUIT_OPEN_MS * 2 ** Math.min(10, failures - FAILURES_TO_OPEN_CIRCUIT);
    const requestedMs = Math.min(error.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
    const openMs = Math.max(requestedMs, Math.min(own, MAX_CIRCUIT_OPEN_MS));
    if (openMs > 0) await upstreams.pauseUpstream(db, url, new Date(clock.now().getTime() + openMs));
    log.warn({ failures, openMs, reason: error.message }, 'the geocoder upstream failed');
  }

  return {
    /** Returns the places, or undefined if no response arrives in reasonable time. It never throws. */
    async request(query: UpstreamRequest): Promise<UpstreamResult | undefined> {
      const key = cacheKey(url, query.path, query.params);
      // Concurrent requests for the same query share one upstream request.
      const request = running.get(key) ?? lookUp(key, query).finally(() => running.delete(key));
      running.set(key, request);
      try {
        return await request;
      } catch (error) {
        log.error({ err: rootCause(error) }, 'the geocoder upstream cannot be used');
        return undefined;
      }
    },
  };
}

/** Hashes a query, because searches are not stored in plain text. */
function cacheKey(url: string, path: string, params: Record<string, string>): string {
  const sorted = Object.entries(params).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([url, path, sorted]))
    .digest('base64url');
}

/** The usage policy of the public Nominatim allows one request per second per application, and no type-ahead. */
export function isPublicNominatim(url: string): boolean {
  return URL.canParse(url) && /(^|\.)openstreetmap\.org\.?$/i.test(new URL(url).hostname);
}
