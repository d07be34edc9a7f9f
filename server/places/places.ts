import { type Context, Hono } from 'hono';
import type { Places } from '../dependencies.ts';
import { validate } from '../http/validate.ts';
import { createLocalGazetteer } from './local-gazetteer.ts';
import { matchPlace } from './match-place.ts';
import { findNearestPlace } from './nearest-place.ts';
import { NO_RESULT, type NominatimPlace, preferredLanguage, toNominatim } from './nominatim-format.ts';
import type { PlaceIndex } from './place-index.ts';
import { ReverseParameters, type ReverseQuery, SearchParameters, type SearchQuery } from './place-query.ts';
import type { SearchHit } from './rank.ts';
import { searchGazetteer } from './search.ts';
import {
  createUpstream,
  type UpstreamDependencies,
  type UpstreamRequest,
  type UpstreamResult,
} from './upstream/nominatim-client.ts';
import { parseReverseResponse, parseSearchResponse } from './upstream/parse-response.ts';

type PlacesDependencies = Omit<UpstreamDependencies, 'url' | 'perSecond'> & {
  nominatim: { url: string | undefined; perSecond: number };
};
type Source = 'gazetteer' | UpstreamResult['source'];
type LookupResult = { places: NominatimPlace[]; source: Source };

/** How long a browser may cache a response, in seconds. */
const BROWSER_MAX_AGE = 3600;

/**
 * Searches places by text and by point: in the embedded gazetteer, or in an upstream Nominatim with the gazetteer as a
 * fallback. The fallback also applies if the upstream finds nothing, because Nominatim does not tolerate typos.
 */
export function createPlaces(dependencies: PlacesDependencies): Places {
  const { db, clock, log, nominatim } = dependencies;
  const local = createLocalGazetteer(db, clock, log);
  const upstream =
    nominatim.url === undefined
      ? undefined
      : createUpstream({ ...dependencies, url: nominatim.url, perSecond: nominatim.perSecond });

  async function lookUp(
    { source }: PlaceQuery,
    request: UpstreamRequest,
    findLocally: (index: PlaceIndex) => NominatimPlace[],
  ): Promise<LookupResult> {
    if (upstream !== undefined && source === undefined) {
      const response = await upstream.request(request);
      if (response !== undefined && response.places.length > 0) return response;
    }
    return { places: findLocally(await local.index()), source: 'gazetteer' };
  }

  const search = (query: SearchQuery) =>
    lookUp(query, { path: 'search', params: searchParams(query), parse: parseSearchResponse }, (index) =>
      searchGazetteer(index, query.q, query.limit).map((hit) => formatHit(hit, query)),
    );

  function reverse(query: ReverseQuery): Promise<LookupResult> {
    const point = { latitude: query.lat, longitude: query.lon };
    const parse = (response: unknown) => parseReverseResponse(response, point);
    return lookUp(query, { path: 'reverse', params: reverseParams(query), parse }, (index) => {
      const near = findNearestPlace(index, point);
      return near === undefined ? [] : [formatHit({ ...near, score: 1, houseNumber: '' }, query)];
    });
  }

  /** Sets the headers of a response, and returns its places as the query wants them. */
  function present(context: Context, { places, source }: LookupResult, query: PlaceQuery): NominatimPlace[] {
    context.header('cache-control', `private, max-age=${BROWSER_MAX_AGE}`);
    context.header('vary', 'accept-language');
    context.header('places-source', source);
    return places.map((place) => applyAddressDetails(place, query));
  }

  const routes = new Hono();
  routes.get('/search', async (context) => {
    const query = withLanguage(context, validate(SearchParameters, context.req.query()));
    return context.json(present(context, await search(query), query).slice(0, query.limit));
  });
  routes.get('/reverse', async (context) => {
    const query = withLanguage(context, validate(ReverseParameters, context.req.query()));
    const [place = NO_RESULT] = present(context, await reverse(query), query);
    return context.json(place);
  });

  return {
    routes,
    async match(text) {
      try {
        return matchPlace(await local.index(), text);
      } catch (error) {
        log.error({ err: error }, 'a place could not be matched');
        return { kind: 'unclear', candidates: [] };
      }
    },
  };
}

type PlaceQuery = SearchQuery | ReverseQuery;

function withLanguage<Q extends object>(context: Context, query: Q): Q & { language: string } {
  return { ...query, language: preferredLanguage(context.req.header('accept-language') ?? '') };
}

function formatHit(hit: SearchHit, query: PlaceQuery): NominatimPlace {
  return toNominatim(hit.place, hit.number, {
    houseNumber: hit.houseNumber,
    language: query.language,
    importance: hit.score,
  });
}

function applyAddressDetails(place: NominatimPlace, query: PlaceQuery): NominatimPlace {
  if (query.addressdetails) return place;
  const { address: _, ...rest } = place;
  return rest;
}

function searchParams(query: SearchQuery): Record<string, string> {
  return { q: query.q.replace(/\s+/g, ' '), limit: String(query.limit), ...commonParams(query) };
}

function reverseParams(query: ReverseQuery): Record<string, string> {
  // Coordinates are rounded to a metre, so that nearby points share a cached response.
  return { lat: query.lat.toFixed(5), lon: query.lon.toFixed(5), ...commonParams(query) };
}

function commonParams({ language }: PlaceQuery): Record<string, string> {
  return { format: 'jsonv2', addressdetails: '1', 'accept-language': language };
}
