import { type Coordinates, distanceKm } from '../../../src/contract/place.ts';
import type { NominatimPlace } from '../nominatim.ts';
import { UpstreamFault } from './fetch-json.ts';
import { normaliseRow } from './normalise.ts';

/** More rows than anybody asked for are not looked at. */
const MAX_ROWS = 50;
/** A "place at this point" further away than this is none. */
const MAX_REVERSE_KM = 50;

/**
 * The places in an answer to a search; rows that make no sense are left out.
 * @throws UpstreamFault where it is not an answer at all
 */
export function readSearchAnswer(said: unknown): NominatimPlace[] {
  if (!Array.isArray(said)) throw new UpstreamFault('the answer is no list of places');
  return said.slice(0, MAX_ROWS).flatMap((row) => normaliseRow(row) ?? []);
}

/**
 * The place at a point; none where the upstream says that it knows none.
 * @throws UpstreamFault where it is not an answer at all
 */
export function readReverseAnswer(said: unknown, point: Coordinates): NominatimPlace[] {
  if (typeof said !== 'object' || said === null) throw new UpstreamFault('the answer is no place');
  if ('error' in said) {
    if (/unable to geocode/i.test(String(said.error))) return [];
    throw new UpstreamFault('the answer is an error');
  }
  const place = normaliseRow(said);
  if (place === undefined) throw new UpstreamFault('the answer is no place');
  const at = { latitude: Number(place.lat), longitude: Number(place.lon) };
  return distanceKm(point, at) <= MAX_REVERSE_KM ? [place] : [];
}
