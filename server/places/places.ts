import { Hono } from 'hono';
import type { Places } from '../dependencies.ts';
import { ApiError } from '../http/api-error.ts';
import { createLocalGazetteer } from './local-gazetteer.ts';
import { matchPlace } from './match-place.ts';
import { findNearestPlace } from './nearest-place.ts';
import { NO_RESULT, type NominatimPlace, preferredLanguage, toNominatim } from './nominatim-format.ts';
import {
  type ParseResult,
  parseReverseQuery,
  parseSearchQuery,
  type ReverseQuery,
  type SearchQuery,
} from './place-query.ts';
import type { SearchHit } from './rank.ts';
import { searchGazetteer } from './search.ts';
import {
  createUpstream,
  type UpstreamDependencies,
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

  async function search(question: SearchQuery): Promise<LookupResult> {
    if (upstream !== undefined && question.source === undefined) {
      const params = searchParams(question);
      const response = await upstream.request({ path: 'search', params, parse: parseSearchResponse });
      if (response !== undefined && response.places.length > 0) return response;
    }
    const found = searchGazetteer(await local.index(), question.q, {
      limit: question.limit,
      countries: question.countrycodes ?? [],
      box: question.viewbox,
      isBounded: question.bounded,
    });
    return { places: found.map((hit) => formatHit(hit, question)), source: 'gazetteer' };
  }

  async function reverse(question: ReverseQuery): Promise<LookupResult> {
    const point = { latitude: question.lat, longitude: question.lon };
    if (upstream !== undefined && question.source === undefined) {
      const response = await upstream.request({
        path: 'reverse',
        params: reverseParams(question),
        parse: (said) => parseReverseResponse(said, point),
      });
      if (response !== undefined && response.places.length > 0) return response;
    }
    const near = findNearestPlace(await local.index(), point, question.zoom);
    const places = near === undefined ? [] : [formatHit({ ...near, score: 1, houseNumber: '' }, question)];
    return { places, source: 'gazetteer' };
  }

  const routes = new Hono();
  routes.get('/search', async (context) => {
    const question = requireValid(
      parseSearchQuery(context.req.query()),
      context.req.header('accept-language'),
    );
    const { places, source } = await search(question);
    context.header('cache-control', `private, max-age=${BROWSER_MAX_AGE}`);
    context.header('vary', 'accept-language');
    context.header('places-source', source);
    return context.json(places.slice(0, question.limit).map((place) => applyAddressDetails(place, question)));
  });
  routes.get('/reverse', async (context) => {
    const question = requireValid(
      parseReverseQuery(context.req.query()),
      context.req.header('accept-language'),
    );
    const { places, source } = await reverse(question);
    context.header('cache-control', `private, max-age=${BROWSER_MAX_AGE}`);
    context.header('vary', 'accept-language');
    context.header('places-source', source);
    const [place] = places;
    return context.json(place === undefined ? NO_RESULT : applyAddressDetails(place, question));
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

/** @throws ApiError 400 with a path per field */
function requireValid<Q extends PlaceQuery>(parsed: ParseResult<Q>, header: string | undefined): Q {
  if (!parsed.ok) throw new ApiError(400, 'VALIDATION_EXCEPTION', { fields: parsed.errors });
  const { query: question } = parsed;
  return { ...question, 'accept-language': preferredLanguage(question['accept-language'] || (header ?? '')) };
}

function formatHit(hit: SearchHit, query: PlaceQuery): NominatimPlace {
  return toNominatim(hit.place, hit.number, {
    houseNumber: hit.houseNumber,
    language: query['accept-language'],
    importance: hit.score,
  });
}

function applyAddressDetails(place: NominatimPlace, query: PlaceQuery): NominatimPlace {
  if (query.addressdetails) return place;
  const { address: _, ...rest } = place;
  return rest;
}

function searchParams(query: SearchQuery): Record<string, string> {
  const { viewbox: box, countrycodes, limit, bounded, q } = query;
  return {
    q: q.replace(/\s+/g, ' '),
    limit: String(limit),
    ...(countrycodes === undefined ? {} : { countrycodes: countrycodes.join(',').toLowerCase() }),
    ...(box === undefined ? {} : { viewbox: [box.west, box.south, box.east, box.north].join(',') }),
    ...(bounded ? { bounded: '1' } : {}),
    ...commonParams(query),
  };
}

function reverseParams(query: ReverseQuery): Record<string, string> {
  return {
    // Coordinates are rounded to a metre, so that nearby points share a cached response.
    lat: query.lat.toFixed(5),
    lon: query.lon.toFixed(5),
    zoom: String(query.zoom),
    ...commonParams(query),
  };
}

function commonParams(query: PlaceQuery): Record<string, string> {
  const language = query['accept-language'];
  return {
    format: 'jsonv2',
    addressdetails: '1',
    ...(language === '' ? {} : { 'accept-language': language }),
  };
}
