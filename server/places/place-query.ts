import * as v from 'valibot';
import { PLACE_QUERY_MAX_LENGTH } from '../../src/contract/constants.ts';

const MAX_LIMIT = 40;

const flag = (otherwise: '0' | '1') =>
  v.optional(
    v.pipe(
      v.picklist(['0', '1'], 'must be 0 or 1'),
      v.transform((value) => value === '1'),
    ),
    otherwise,
  );
const degrees = (limit: number) =>
  v.pipe(
    v.string(),
    v.regex(/^[+-]?\d{1,3}(\.\d{1,20})?$/, 'must be decimal degrees'),
    v.transform(Number),
    v.minValue(-limit, `must be at least -${limit}`),
    v.maxValue(limit, `must be at most ${limit}`),
  );

/** An extension to Nominatim: `gazetteer` searches only this server's own places, which allows type-ahead. */
const source = v.optional(v.picklist(['gazetteer'], 'must be gazetteer'));

/** The parameters of a search by text. */
export const SearchParameters = v.object({
  source,
  addressdetails: flag('0'),
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

/** The parameters of a search by point. */
export const ReverseParameters = v.object({
  source,
  addressdetails: flag('1'),
  lat: degrees(90),
  lon: degrees(180),
});

export type SearchQuery = v.InferOutput<typeof SearchParameters> & { language: string };
export type ReverseQuery = v.InferOutput<typeof ReverseParameters> & { language: string };
