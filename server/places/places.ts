import { Hono } from 'hono';
import { ApiError } from '../errors.ts';
import type { KnownPlace, Places } from '../ports.ts';
import { createLocalGazetteer } from './local-gazetteer.ts';
import { nearestPlace } from './nearest.ts';
import { answerLanguage, NOTHING_THERE, type NominatimPlace, toNominatim } from './nominatim.ts';
import { isSettlement } from './place.ts';
import {
  type Parsed,
  type ReverseQuestion,
  readReverse,
  readSearch,
  type SearchQuestion,
} from './place-query.ts';
import type { FoundInGazetteer } from './rank.ts';
import { searchGazetteer } from './search.ts';
import { readReverseAnswer, readSearchAnswer } from './upstream/read-answer.ts';
import { createUpstream, type UpstreamAnswer, type UpstreamWiring } from './upstream/upstream.ts';

type Needs = Omit<UpstreamWiring, 'url' | 'perSecond'> & {
  nominatim: { url: string | undefined; perSecond: number };
};
type Source = 'gazetteer' | UpstreamAnswer['source'];
type Found = { places: NominatimPlace[]; source: Source };

/** A browser may keep an answer for so long (seconds). */
const BROWSER_MAX_AGE = 3600;

/**
 * Places by text and by point: from the embedded gazetteer, or from an upstream Nominatim with the gazetteer
 * behind it. An upstream that finds nothing is not the last word either: it forgives no slip of the keyboard.
 */
export function createPlaces(needs: Needs): Places {
  const { db, clock, log, nominatim } = needs;
  const local = createLocalGazetteer(db, clock, log);
  const upstream =
    nominatim.url === undefined
      ? undefined
      : createUpstream({ ...needs, url: nominatim.url, perSecond: nominatim.perSecond });

  async function search(question: SearchQuestion): Promise<Found> {
    if (upstream !== undefined && question.source === undefined) {
      const params = searchParams(question);
      const answer = await upstream.ask({ path: 'search', params, read: readSearchAnswer });
      if (answer !== undefined && answer.places.length > 0) return answer;
    }
    const found = searchGazetteer(await local.index(), question.q, {
      limit: question.limit,
      countries: question.countrycodes ?? [],
      box: question.viewbox,
      isBounded: question.bounded,
    });
    return { places: found.map((hit) => inWords(hit, question)), source: 'gazetteer' };
  }

  async function reverse(question: ReverseQuestion): Promise<Found> {
    const point = { latitude: question.lat, longitude: question.lon };
    if (upstream !== undefined && question.source === undefined) {
      const answer = await upstream.ask({
        path: 'reverse',
        params: reverseParams(question),
        read: (said) => readReverseAnswer(said, point),
      });
      if (answer !== undefined && answer.places.length > 0) return answer;
    }
    const near = nearestPlace(await local.index(), point, question.zoom);
    const places = near === undefined ? [] : [inWords({ ...near, score: 1, houseNumber: '' }, question)];
    return { places, source: 'gazetteer' };
  }

  const routes = new Hono();
  routes.get('/search', async (context) => {
    const question = accepted(readSearch(context.req.query()), context.req.header('accept-language'));
    const { places, source } = await search(question);
    context.header('cache-control', `private, max-age=${BROWSER_MAX_AGE}`);
    context.header('vary', 'accept-language');
    context.header('places-source', source);
    return context.json(places.slice(0, question.limit).map((place) => presented(place, question)));
  });
  routes.get('/reverse', async (context) => {
    const question = accepted(readReverse(context.req.query()), context.req.header('accept-language'));
    const { places, source } = await reverse(question);
    context.header('cache-control', `private, max-age=${BROWSER_MAX_AGE}`);
    context.header('vary', 'accept-language');
    context.header('places-source', source);
    const [place] = places;
    return context.json(place === undefined ? NOTHING_THERE : presented(place, question));
  });

  return {
    routes,
    async lookup(text) {
      try {
        const [best] = searchGazetteer(await local.index(), text, { limit: 1 });
        return best && known(best);
      } catch (error) {
        log.error({ err: error }, 'a place could not be looked up');
        return undefined;
      }
    },
  };
}

type Question = SearchQuestion | ReverseQuestion;

/** @throws ApiError 400 with a path per field */
function accepted<Q extends Question>(parsed: Parsed<Q>, header: string | undefined): Q {
  if (!parsed.ok) throw new ApiError(400, 'VALIDATION_EXCEPTION', { fields: parsed.faults });
  const { question } = parsed;
  return { ...question, 'accept-language': answerLanguage(question['accept-language'] || (header ?? '')) };
}

function inWords(hit: FoundInGazetteer, question: Question): NominatimPlace {
  return toNominatim(hit.place, hit.number, {
    houseNumber: hit.houseNumber,
    language: question['accept-language'],
    importance: hit.score,
  });
}

function presented(place: NominatimPlace, question: Question): NominatimPlace {
  if (question.addressdetails) return place;
  const { address: _, ...rest } = place;
  return rest;
}

function searchParams(question: SearchQuestion): Record<string, string> {
  const { viewbox: box, countrycodes, limit, bounded, q } = question;
  return {
    q: q.replace(/\s+/g, ' '),
    limit: String(limit),
    ...(countrycodes === undefined ? {} : { countrycodes: countrycodes.join(',').toLowerCase() }),
    ...(box === undefined ? {} : { viewbox: [box.west, box.south, box.east, box.north].join(',') }),
    ...(bounded ? { bounded: '1' } : {}),
    ...commonParams(question),
  };
}

function reverseParams(question: ReverseQuestion): Record<string, string> {
  return {
    // A metre is exact enough, and lets neighbours share an answer.
    lat: question.lat.toFixed(5),
    lon: question.lon.toFixed(5),
    zoom: String(question.zoom),
    ...commonParams(question),
  };
}

function commonParams(question: Question): Record<string, string> {
  const language = question['accept-language'];
  return {
    format: 'jsonv2',
    addressdetails: '1',
    ...(language === '' ? {} : { 'accept-language': language }),
  };
}

function known({ place }: FoundInGazetteer): KnownPlace {
  const city = place.city || (isSettlement(place.kind) ? place.name : '');
  return {
    latitude: place.latitude,
    longitude: place.longitude,
    ...(city === '' ? {} : { city }),
    ...(place.postcode === '' ? {} : { postalCode: place.postcode }),
    country: place.country,
  };
}
