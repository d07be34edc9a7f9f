import * as v from 'valibot';
import { TEXT_MAX_LENGTH } from '../../../src/contract/constants.ts';
import { type Coordinates, coordinatesOf, distanceKm } from '../../../src/contract/coordinates.ts';
import { oneLine } from '../../http/one-line.ts';
import { boxAround } from '../nearest-place.ts';
import type { NominatimPlace } from '../nominatim-format.ts';
import { UpstreamError } from './fetch-json.ts';

/** Rows beyond this number are ignored. */
const MAX_ROWS = 50;
/** A result of a reverse search that is further away than this is ignored. */
const MAX_REVERSE_KM = 50;

/**
 * Returns the places of a search response without the rows that make no sense.
 * @throws UpstreamError if the response is not a list
 */
export function parseSearchResponse(body: unknown): NominatimPlace[] {
  if (!Array.isArray(body)) throw new UpstreamError('the response is not a list of places');
  return body.slice(0, MAX_ROWS).flatMap((row) => normalizeRow(row) ?? []);
}

/**
 * Returns the place at a point, or nothing if the upstream reports that there is none.
 * @throws UpstreamError if the response is neither
 */
export function parseReverseResponse(body: unknown, point: Coordinates): NominatimPlace[] {
  if (typeof body !== 'object' || body === null) throw new UpstreamError('the response contains no place');
  if ('error' in body) {
    if (/unable to geocode/i.test(String(body.error))) return [];
    throw new UpstreamError('the response is an error');
  }
  const place = normalizeRow(body);
  if (place === undefined) throw new UpstreamError('the response contains no place');
  const at = { latitude: Number(place.lat), longitude: Number(place.lon) };
  return distanceKm(point, at) <= MAX_REVERSE_KM ? [place] : [];
}

/** The keys of an address that are passed on; all others are left out. */
const ADDRESS_KEYS: ReadonlySet<string> = new Set(
  'amenity shop tourism building leisure office historic railway aeroway man_made house_name house_number road pedestrian footway cycleway path square industrial commercial retail farm residential neighbourhood allotments quarter suburb borough subdivision city_district district city town village hamlet croft isolated_dwelling municipality county state_district state region province postcode country country_code'.split(
    ' ',
  ),
);
const BOX_KM = 0.5;

const text = v.optional(
  v.fallback(
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform((value) => oneLine(String(value), TEXT_MAX_LENGTH)),
    ),
    '',
  ),
  '',
);
const number = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.trim(), v.nonEmpty())]),
  v.transform(Number),
  v.finite(),
);
const numberOr = (otherwise: number) => v.optional(v.fallback(number, otherwise), otherwise);

const Row = v.object({
  place_id: numberOr(0),
  licence: text,
  osm_type: text,
  osm_id: numberOr(0),
  lat: number,
  lon: number,
  category: text,
  type: text,
  place_rank: numberOr(30),
  importance: numberOr(0),
  addresstype: text,
  name: text,
  display_name: v.pipe(text, v.nonEmpty()),
  address: v.optional(v.fallback(v.record(v.string(), v.unknown()), {}), {}),
  boundingbox: v.optional(v.fallback(v.nullable(v.tuple([number, number, number, number])), null), null),
});

/** Converts one row of an upstream to our format; undefined if it has no name or no coordinates. */
function normalizeRow(row: unknown): NominatimPlace | undefined {
  const parsed = v.safeParse(Row, row);
  if (!parsed.success) return undefined;
  const { lat, lon, address, boundingbox, osm_id, osm_type, ...rest } = parsed.output;
  const point = coordinatesOf({ latitude: lat, longitude: lon });
  if (point === undefined) return undefined;
  const around = boxAround(point, BOX_KM);
  const box = boundingbox ?? [around.south, around.north, around.west, around.east];
  return {
    ...rest,
    ...(osm_id > 0 && osm_type !== '' ? { osm_id, osm_type } : {}),
    lat: String(lat),
    lon: String(lon),
    address: normalizeAddress(address),
    boundingbox: [String(box[0]), String(box[1]), String(box[2]), String(box[3])],
  };
}

function normalizeAddress(address: Record<string, unknown>): Record<string, string> {
  const known = Object.entries(address).flatMap(([key, value]) => {
    if (!ADDRESS_KEYS.has(key)) return [];
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    const text = oneLine(String(value), TEXT_MAX_LENGTH);
    return text === '' ? [] : [[key, text] as const];
  });
  return Object.fromEntries(known);
}
