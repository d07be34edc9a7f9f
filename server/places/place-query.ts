import * as v from 'valibot';
import { PLACE_QUERY_MAX_LENGTH } from '../../src/contract/constants.ts';
import type { Box } from './place-filter.ts';

const MAX_LIMIT = 40;

const flag = v.optional(
  v.pipe(
    v.picklist(['0', '1'], 'must be 0 or 1'),
    v.transform((value) => value === '1'),
  ),
  '0',
);
const queryText = v.optional(
  v.pipe(
    v.string(),
    v.maxLength(PLACE_QUERY_MAX_LENGTH, `must be at most ${PLACE_QUERY_MAX_LENGTH} characters`),
    v.transform((text) => text.toWellFormed().replaceAll('\u0000', ' ').trim()),
  ),
  '',
);
const DEGREES = String.raw`[+-]?\d{1,3}(?:\.\d{1,20})?`;
const degrees = (limit: number) =>
  v.pipe(
    v.string(),
    v.regex(new RegExp(`^${DEGREES}$`), 'must be decimal degrees'),
    v.transform(Number),
    v.minValue(-limit, `must be at least -${limit}`),
    v.maxValue(limit, `must be at most ${limit}`),
  );
const wholeNumber = (fallback: string, max: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,4}$/, 'must be a whole number'),
      v.transform((text) => Math.min(max, Number(text))),
    ),
    fallback,
  );
const viewbox = v.optional(
  v.pipe(
    v.string(),
    v.regex(
      new RegExp(`^${DEGREES}(?:,${DEGREES}){3}$`),
      'must be four numbers: longitude, latitude, longitude, latitude',
    ),
    v.transform((text): Box => {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = text.split(',').map(Number);
      return {
        west: Math.min(x1, x2),
        south: Math.min(y1, y2),
        east: Math.max(x1, x2),
        north: Math.max(y1, y2),
      };
    }),
    v.check(
      ({ west, south, east, north }) => west >= -180 && south >= -90 && east <= 180 && north <= 90,
      'must be longitudes from -180 to 180 and latitudes from -90 to 90',
    ),
  ),
);

const CommonParameters = v.object({
  format: v.optional(v.picklist(['json', 'jsonv2'], 'must be json or jsonv2'), 'jsonv2'),
  addressdetails: flag,
  'accept-language': v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
  /** An extension to Nominatim: `gazetteer` searches only this server's own places, which allows type-ahead. */
  source: v.optional(v.picklist(['gazetteer'], 'must be gazetteer')),
});

/** The parameters of a search by text. */
export const SearchParameters = v.pipe(
  v.object({
    ...CommonParameters.entries,
    q: queryText,
    street: queryText,
    city: queryText,
    county: queryText,
    state: queryText,
    country: queryText,
    postalcode: queryText,
    limit: wholeNumber('10', MAX_LIMIT),
    countrycodes: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^[a-z]{2}(,[a-z]{2}){0,49}$/i, 'must be country codes between commas, like ie,gb'),
        v.transform((codes) => codes.toUpperCase().split(',')),
      ),
    ),
    viewbox,
    bounded: flag,
  }),
  v.transform(({ q, street, city, county, state, postalcode, country, ...rest }) => ({
    ...rest,
    // A structured query is converted to text in the usual order.
    q: q !== '' ? q : [street, city, county, state, postalcode, country].filter(Boolean).join(', '),
  })),
  v.forward(
    v.check(({ q }) => q !== '', 'is needed: what to search for'),
    ['q'],
  ),
);

/** The parameters of a search by point. */
export const ReverseParameters = v.object({
  ...CommonParameters.entries,
  addressdetails: v.optional(flag, '1'),
  lat: degrees(90),
  lon: degrees(180),
  zoom: wholeNumber('18', 18),
});

export type SearchQuery = v.InferOutput<typeof SearchParameters>;
export type ReverseQuery = v.InferOutput<typeof ReverseParameters>;
