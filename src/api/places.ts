import ky from 'ky';
// The package's index imports Leaflet; this file contains only the provider.
import OpenStreetMapProvider from 'leaflet-geosearch/lib/providers/openStreetMapProvider.js';
import { RequestType } from 'leaflet-geosearch/lib/providers/provider.js';
import * as v from 'valibot';
import { PLACE_QUERY_MAX_LENGTH, TEXT_MAX_LENGTH } from '../contract/constants.ts';
import { coordinatesOf } from '../contract/coordinates.ts';
import { cutText } from '../contract/storable-text.ts';
import type { Result } from './client.ts';

/** A place as a geocoder returns it. `placeId` is unique only within one response. */
export type GeocodedPlace = {
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

// Geocoders differ: numbers may be strings, the city has one of several names, and any field may be missing.
const clippedText = v.pipe(
  v.string(),
  v.transform((text) => cutText(text, TEXT_MAX_LENGTH)),
);
const NominatimPlace = v.object({
  place_id: v.pipe(v.union([v.number(), v.string()]), v.transform(String)),
  display_name: clippedText,
  lat: v.pipe(v.union([v.string(), v.number()]), v.transform(Number)),
  lon: v.pipe(v.union([v.string(), v.number()]), v.transform(Number)),
  address: v.optional(v.record(v.string(), v.fallback(clippedText, '')), {}),
});

const MAX_PLACES = 20;

type Geocoder = { searchUrl: string; reverseUrl: string };
let provider = new OpenStreetMapProvider({ searchUrl: '/geocode/search', reverseUrl: '/geocode/reverse' });

export function configureGeocoder({ searchUrl, reverseUrl }: Geocoder): void {
  provider = new OpenStreetMapProvider({ searchUrl, reverseUrl });
}

/** `gazetteer`: only our server's own data, without the geocoder that it may forward to. */
export type SearchScope = 'all' | 'gazetteer';

/** Returns the places that match a text, best match first. An invalid response counts as no places, not as an error. */
export async function searchPlaces(
  query: string,
  { signal, scope = 'all' }: { signal?: AbortSignal; scope?: SearchScope } = {},
): Promise<Result<GeocodedPlace[]>> {
  const source = scope === 'gazetteer' ? { source: 'gazetteer' } : {};
  const q = cutText(query, PLACE_QUERY_MAX_LENGTH);
  const endpoint = provider.endpoint({ query: { q, limit: 8, addressdetails: 1, ...source } });
  const result = await fetchJson(endpoint, signal);
  if (!result.ok) return result;
  const list = Array.isArray(result.value) ? result.value.slice(0, MAX_PLACES) : [];
  return { ok: true, value: list.flatMap(toGeocodedPlace) };
}

/** Returns the place at a point, or undefined if the geocoder knows none. */
export async function reverseGeocode(
  point: { latitude: number; longitude: number },
  signal?: AbortSignal,
): Promise<Result<GeocodedPlace | undefined>> {
  const result = await fetchJson(
    provider.endpoint({
      query: { lat: point.latitude, lon: point.longitude, addressdetails: 1 },
      type: RequestType.REVERSE,
    }),
    signal,
  );
  return result.ok ? { ok: true, value: toGeocodedPlace(result.value)[0] } : result;
}

// The provider's own search can neither be aborted nor reports failures, so the request is made here.
async function fetchJson(url: string, signal?: AbortSignal): Promise<Result<unknown>> {
  try {
    const value: unknown = await ky
      .get(url, { timeout: false, retry: 0, ...(signal ? { signal } : {}) })
      .json();
    return { ok: true, value };
  } catch {
    return { ok: false, failure: { kind: signal?.aborted ? 'aborted' : 'offline' } };
  }
}

function toGeocodedPlace(value: unknown): GeocodedPlace[] {
  const parsed = v.safeParse(NominatimPlace, value);
  if (!parsed.success) return [];
  const { address, place_id, display_name, lat, lon } = parsed.output;
  const point = coordinatesOf({ latitude: lat, longitude: lon });
  if (point === undefined) return [];
  const road = address.road || address.pedestrian;
  const area = address.suburb || address.city_district || '';
  const city =
    address.city ||
    address.town ||
    address.village ||
    address.hamlet ||
    address.municipality ||
    address.county ||
    '';
  const street = [address.house_number, road].filter(Boolean).join(' ');
  return [
    {
      placeId: place_id,
      description: display_name,
      ...point,
      // The part of the town stays: "3 Abbey Street, Howth" in Dublin.
      street: [street, area === city ? '' : area].filter(Boolean).join(', '),
      city,
      postalCode: address.postcode ?? '',
      country: address.country ?? '',
    },
  ];
}
