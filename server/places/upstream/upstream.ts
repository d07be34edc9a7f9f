import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Db } from '../../db/database.ts';
import { rootCause } from '../../db/unavailable.ts';
import type { Clock } from '../../ports.ts';
import {
  recordUpstreamFailure,
  recordUpstreamSuccess,
  restUpstream,
  takeSlot,
} from '../../queries/geocode-upstreams.ts';
import type { NominatimPlace } from '../nominatim.ts';
import { isPublicNominatim } from '../type-ahead.ts';
import { cacheKey, createAnswerCache } from './answer-cache.ts';
import { fetchJson, UpstreamFault } from './fetch-json.ts';

/** How long a person waits for a turn, and then for the answer, before the gazetteer answers instead. */
const MAX_QUEUE_MS = 4000;
const TIMEOUT_MS = 6000;

/** The circuit: so many failures in a row, and nobody asks for a while, each time twice as long. */
const FAILURES_TO_REST = 3;
const REST_MS = 30_000;
const MAX_REST_MS = 10 * 60_000;
/** The longest Retry-After that is believed. */
const MAX_RETRY_AFTER_MS = 3600_000;

export type UpstreamQuestion = {
  path: 'search' | 'reverse';
  params: Record<string, string>;
  /** @throws UpstreamFault where the upstream's words are no answer */
  read(said: unknown): NominatimPlace[];
};
export type UpstreamAnswer = { places: NominatimPlace[]; source: 'upstream' | 'cache' | 'stale' };

export type Upstream = {
  /** The places, or undefined where no answer is to be had in reasonable time. Never throws. */
  ask(question: UpstreamQuestion): Promise<UpstreamAnswer | undefined>;
};

export type UpstreamWiring = {
  db: Db;
  clock: Clock;
  log: Logger;
  /** `/search` and `/reverse` are appended. */
  url: string;
  /** Requests a second, by all processes together. */
  perSecond: number;
  /** Said in User-Agent and Referer, as the public Nominatim's policy asks. */
  publicUrl: string;
};

/**
 * A Nominatim somewhere else. All processes share one queue, one rate, one cache and one circuit; therefore
 * all of these are in the database.
 */
export function createUpstream(wiring: UpstreamWiring): Upstream {
  const { db, clock, log, url, publicUrl } = wiring;
  const cache = createAnswerCache(db, clock);
  const perSecond = isPublicNominatim(url) ? Math.min(1, wiring.perSecond) : wiring.perSecond;
  const running = new Map<string, Promise<UpstreamAnswer | undefined>>();

  async function answer(key: string, question: UpstreamQuestion): Promise<UpstreamAnswer | undefined> {
    const cached = await cache.read(key);
    if (cached?.isFresh) return { places: cached.places, source: 'cache' };
    return (await askInTurn(key, question)) ?? (cached && { places: cached.places, source: 'stale' });
  }

  async function askInTurn(key: string, question: UpstreamQuestion): Promise<UpstreamAnswer | undefined> {
    const slot = await takeSlot(db, url, clock.now(), 1000 / perSecond, MAX_QUEUE_MS);
    if (slot === undefined) return undefined;
    const waitMs = slot.getTime() - clock.now().getTime();
    if (waitMs > 0) {
      await pause(waitMs);
      // Another process may have asked the same meanwhile.
      const cached = await cache.read(key);
      if (cached?.isFresh) return { places: cached.places, source: 'cache' };
    }
    try {
      const places = question.read(await fetchJson(addressOf(question), headers, TIMEOUT_MS, clock.now));
      await recordUpstreamSuccess(db, url);
      await cache.write(key, places);
      return { places, source: 'upstream' };
    } catch (error) {
      if (!(error instanceof UpstreamFault)) throw error;
      if (!error.isRefusal) await rest(error);
      return undefined;
    }
  }

  const headers = { 'user-agent': `Send/0.1 (+${publicUrl})`, referer: `${publicUrl}/` };

  function addressOf(question: UpstreamQuestion): URL {
    const address = new URL(`${url.replace(/\/+$/, '')}/${question.path}`);
    for (const [name, value] of Object.entries(question.params)) address.searchParams.set(name, value);
    return address;
  }

  async function rest(fault: UpstreamFault): Promise<void> {
    const failures = await recordUpstreamFailure(db, url);
    const own = failures < FAILURES_TO_REST ? 0 : REST_MS * 2 ** Math.min(10, failures - FAILURES_TO_REST);
    const asked = Math.min(fault.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
    const restMs = Math.max(asked, Math.min(own, MAX_REST_MS));
    if (restMs > 0) await restUpstream(db, url, new Date(clock.now().getTime() + restMs));
    log.warn({ failures, restMs, reason: fault.message }, 'the geocoder upstream failed');
  }

  return {
    async ask(question) {
      const key = cacheKey(url, question.path, question.params);
      // The same question, asked by several people at once, goes out once.
      const asking = running.get(key) ?? answer(key, question).finally(() => running.delete(key));
      running.set(key, asking);
      try {
        return await asking;
      } catch (error) {
        log.error({ err: rootCause(error) }, 'the geocoder upstream cannot be used');
        return undefined;
      }
    },
  };
}
