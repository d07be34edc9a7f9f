import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { PLACE_QUERY_MAX_LENGTH } from '../../src/contract/constants.ts';
import { flag } from '../config/variables.ts';
import type { Places } from '../dependencies.ts';
import { validate } from '../http/read-request.ts';
import { degrees } from './gazetteer-row.ts';
import { loadPlaceIndex } from './local-gazetteer.ts';
import { matchPlace } from './match-place.ts';
import { findNearestPlace } from './nearest-place.ts';
import { NO_RESULT, preferredLanguage, toNominatim } from './nominatim-format.ts';
import type { PlaceIndex } from './place-index.ts';
import type { SearchHit } from './rank.ts';
import { searchGazetteer } from './search.ts';
import {
  createUpstream,
  type UpstreamDependencies,
  type UpstreamRequest,
} from './upstream/nominatim-client.ts';
import { parseReverseResponse, parseSearchResponse } from './upstream/parse-response.ts';

const MAX_LIMIT = 40;

const Flag = flag('must be 0 or 1');

/** An extension to Nominatim: `gazetteer` searches only this server's own places, which allows type-ahead. */
const source = v.optional(v.picklist(['gazetteer'], 'must be gazetteer'));

const SearchParameters = v.object({
  source,
  addressdetails: v.optional(Flag, '0'),
  q: v.pipe(
    v.string(),
    v.maxLength(PLACE_QUERY_MAX_LENGTH, `must be at most ${PLACE_QUERY_MAX_LENGTH} characters`),
    v.transform((text) => text.toWellFormed().replaceAll('\u0000', ' ').trim()),
    v.nonEmpty('is needed: what to search for'),
  ),
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,4}$/, 'must be a whole number'),
      v.transform((text) => Math.min(MAX_LIMIT, Number(text))),
    ),
    '10',
  ),
});

const ReverseParameters = v.object({
  source,
  addressdetails: v.optional(Flag, '1'),
  lat: degrees(90),
  lon: degrees(180),
});

type Query = { source?: 'gazetteer' | undefined; addressdetails: boolean; language: string };
/** Where to search: the request to the upstream, and the search in the gazetteer. */
type Lookup = UpstreamRequest & { findLocally: (index: PlaceIndex) => SearchHit[] };

type PlacesDependencies = Omit<UpstreamDependencies, 'url' | 'perSecond'> & {
  nominatim: { url: string | undefined; perSecond: number };
};

/**
 * Searches places by text and by point: in the embedded gazetteer, or in an upstream Nominatim with the gazetteer as a
 * fallback. The fallback also applies if the upstream finds nothing, because Nominatim does not tolerate typos.
 */
export function createPlaces(dependencies: PlacesDependencies): Places {
  const { log } = dependencies;
  const { url, perSecond } = dependencies.nominatim;
  // Built at once: the first searches of a new process would otherwise wait for it.
  const findIndex = loadPlaceIndex(dependencies);
  const upstream = url === undefined ? undefined : createUpstream({ ...dependencies, url, perSecond });

  async function lookUp({ source, language }: Query, { findLocally, ...request }: Lookup) {
    if (upstream !== undefined && source === undefined) {
      const response = await upstream.request(request);
      if (response !== undefined && response.places.length > 0) return response;
    }
    const places = findLocally(await findIndex()).map(({ place, houseNumber, score: importance }, at) =>
      toNominatim(place, at + 1, { houseNumber, language, importance }),
    );
    return { places, source: 'gazetteer' };
  }

  /** Sets the headers of a response, and returns its places as the query wants them. */
  async function respond(context: Context, query: Query, lookup: Lookup) {
    const { places, source } = await lookUp(query, lookup);
    // The address contains what was typed, which must not stay on the device after a log-out.
    context.header('cache-control', 'no-store');
    context.header('places-source', source);
    return query.addressdetails ? places : places.map(({ address: _, ...place }) => place);
  }

  const routes = new Hono();
  routes.get('/search', async (context) => {
    const query = withLanguage(context, validate(SearchParameters, context.req.query()));
    const { q, limit } = query;
    const found = await respond(context, query, {
      path: 'search',
      params: { q: q.replace(/\s+/g, ' '), limit: String(limit), ...commonParams(query) },
      parse: parseSearchResponse,
      findLocally: (index) => searchGazetteer(index, q, limit),
    });
    return context.json(found.slice(0, limit));
  });
  routes.get('/reverse', async (context) => {
    const query = withLanguage(context, validate(ReverseParameters, context.req.query()));
    const point = { latitude: query.lat, longitude: query.lon };
    const [place = NO_RESULT] = await respond(context, query, {
      path: 'reverse',
      // Coordinates are rounded to a metre, so that nearby points share a cached response.
      params: { lat: query.lat.toFixed(5), lon: query.lon.toFixed(5), ...commonParams(query) },
      parse: (response) => parseReverseResponse(response, point),
      findLocally(index) {
        const place = findNearestPlace(index, point);
        return place === undefined ? [] : [{ place, score: 1, houseNumber: '' }];
      },
    });
    return context.json(place);
  });

  return {
    routes,
    async match(text) {
      try {
        return matchPlace(await findIndex(), text);
      } catch (error) {
        log.error({ err: error }, 'a place could not be matched');
        return { kind: 'unclear', candidates: [] };
      }
    },
  };
}

function withLanguage<Q extends object>(context: Context, query: Q): Q & { language: string } {
  return { ...query, language: preferredLanguage(context.req.header('accept-language') ?? '') };
}

function commonParams({ language }: Query): Record<string, string> {
  return { format: 'jsonv2', addressdetails: '1', 'accept-language': language };
}
