import { type Coordinates, distanceKm } from '../../../src/contract/place.ts';
import type { NominatimPlace } from '../nominatim-format.ts';
import { UpstreamError } from './fetch-json.ts';
import { normalizeRow } from './normalize-row.ts';

/** Rows beyond this number are ignored. */
const MAX_ROWS = 50;
/** A result of a reverse search that is further away than this is ignored. */
const MAX_REVERSE_KM = 50;

/**
 * The places in an answer to a search; rows that make no sense are left out.
 * @throws UpstreamFault where it is not an answer at all
 */
export function parseSearchResponse(body: unknown): NominatimPlace[] {
  if (!Array.isArray(body)) throw new UpstreamError('the answer is no list of places');
  return body.slice(0, MAX_ROWS).flatMap((row) => normalizeRow(row) ?? []);
}

/**
 * The place at a point; none where the upstream says that it knows none.
 * @throws UpstreamFault where it is not an answer at all
 */
export function parseReverseResponse(body: unknown, point: Coordinates): NominatimPlace[] {
  if (typeof body !== 'object' || body === null) throw new UpstreamError('the answer is no place');
  if ('error' in body) {
    if (/unable to geocode/i.test(String(body.error))) return [];
    throw new UpstreamError('the answer is an error');
  }
  const place = normalizeRow(body);
  if (place === undefined) throw new UpstreamError('the answer is no place');
  const at = { latitude: Number(place.lat), longitude: Number(place.lon) };
  return distanceKm(point, at) <= MAX_REVERSE_KM ? [place] : [];
}
