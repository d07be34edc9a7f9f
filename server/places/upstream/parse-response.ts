import { type Coordinates, distanceKm } from '../../../src/contract/coordinates.ts';
import type { NominatimPlace } from '../nominatim-format.ts';
import { UpstreamError } from './fetch-json.ts';
import { normalizeRow } from './normalize-row.ts';

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
