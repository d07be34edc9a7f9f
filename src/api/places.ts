import ky from 'ky';
import * as v from 'valibot';
import { coordinatesOf } from '../contract/place.ts';
import type { Result } from './failure.ts';

/** A place as a geocoder knows it. `placeId` is only unique within one answer. */
export type FoundPlace = {
  placeId: string;
  /** The whole place in one line. */
  description: string;
  latitude: number;
  longitude: number;
  street: string;
  city: string;
  postalCode: string;
  country: string;
};

// Geocoders disagree: numbers come as strings, the city hides under many names, anything may be missing.
const Text = v.optional(v.fallback(v.string(), ''), '');
const NominatimPlace = v.object({
  place_id: v.union([v.number(), v.string()]),
  display_name: v.string(),
  lat: v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.finite()),
  lon: v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.finite()),
  address: v.optional(
    v.object({
      house_number: Text,
      road: Text,
      pedestrian: Text,
      suburb: Text,
      city_district: Text,
      city: Text,
      town: Text,
      village: Text,
      hamlet: Text,
      municipality: Text,
      county: Text,
      postcode: Text,
      country: Text,
    }),
    {},
  ),
});

const MAX_PLACES = 20;

let urls = { searchUrl: '/geocode/search', reverseUrl: '/geocode/reverse' };

export function connectPlaces(next: typeof urls): void {
  urls = next;
}

/** Places that match a text, best first. An answer that makes no sense is no places, never an error. */
export async function searchPlaces(query: string, signal?: AbortSignal): Promise<Result<FoundPlace[]>> {
  const answer = await ask(urls.searchUrl, { q: query, limit: '8' }, signal);
  if (!answer.ok) return answer;
  const list = Array.isArray(answer.value) ? answer.value.slice(0, MAX_PLACES) : [];
  return { ok: true, value: list.flatMap(toFoundPlace) };
}

/** The place at a point, or undefined where the geocoder knows none. */
export async function reversePlace(
  point: { latitude: number; longitude: number },
  signal?: AbortSignal,
): Promise<Result<FoundPlace | undefined>> {
  const answer = await ask(
    urls.reverseUrl,
    { lat: String(point.latitude), lon: String(point.longitude) },
    signal,
  );
  return answer.ok ? { ok: true, value: toFoundPlace(answer.value)[0] } : answer;
}

async function ask(
  url: string,
  query: Record<string, string>,
  signal?: AbortSignal,
): Promise<Result<unknown>> {
  try {
    const value: unknown = await ky
      .get(url, {
        searchParams: { format: 'jsonv2', addressdetails: '1', ...query },
        timeout: false,
        retry: 0,
        ...(signal ? { signal } : {}),
      })
      .json();
    return { ok: true, value };
  } catch {
    return { ok: false, failure: { kind: signal?.aborted ? 'aborted' : 'offline' } };
  }
}

function toFoundPlace(value: unknown): FoundPlace[] {
  const parsed = v.safeParse(NominatimPlace, value);
  if (!parsed.success) return [];
  const { place_id, display_name, lat, lon, address } = parsed.output;
  if (coordinatesOf({ latitude: lat, longitude: lon }) === undefined) return [];
  const road = address.road || address.pedestrian;
  return [
    {
      placeId: String(place_id),
      description: display_name,
      latitude: lat,
      longitude: lon,
      street:
        [address.house_number, road].filter(Boolean).join(' ') || address.suburb || address.city_district,
      city:
        address.city ||
        address.town ||
        address.village ||
        address.hamlet ||
        address.municipality ||
        address.county,
      postalCode: address.postcode,
      country: address.country,
    },
  ];
}
