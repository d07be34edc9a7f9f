import { type GazetteerPlace, isSettlement, type PlaceKind } from '../queries/gazetteer.ts';
import { boxAround } from './nearest-place.ts';

/** One place in Nominatim's `jsonv2` format, in which coordinates are strings. Only an upstream knows ids of OpenStreetMap. */
export type NominatimPlace = ReturnType<typeof toNominatim> & { osm_type?: string; osm_id?: number };

/** Nominatim's response, with status 200, if there is no place at a point. */
export const NO_RESULT = { error: 'Unable to geocode' } as const;

const LICENCE = 'Data © GeoNames, CC BY 4.0, https://www.geonames.org; streets approximate';

/** Nominatim's rank of a place, and how far its box extends. */
const KINDS: Readonly<Record<PlaceKind, { rank: number; extentKm: number }>> = {
  city: { rank: 16, extentKm: 8 },
  town: { rank: 18, extentKm: 3 },
  village: { rank: 19, extentKm: 1.5 },
  suburb: { rank: 20, extentKm: 1.5 },
  street: { rank: 26, extentKm: 0.3 },
  landmark: { rank: 30, extentKm: 0.15 },
};

export type NominatimOptions = {
  houseNumber?: string;
  /** Two letters. */
  language: string;
  importance: number;
};

/** Converts a place of the gazetteer to Nominatim's format. `id` is unique only within one response. */
export function toNominatim(place: GazetteerPlace, id: number, options: NominatimOptions) {
  const address = toNominatimAddress(place, options);
  const { category, type, addresstype } = toNominatimClass(place.kind);
  const { rank, extentKm } = KINDS[place.kind];
  const { south, north, west, east } = boxAround(place, extentKm);
  return {
    place_id: id,
    licence: LICENCE,
    lat: formatDegrees(place.latitude),
    lon: formatDegrees(place.longitude),
    category,
    type,
    place_rank: rank,
    importance: Math.round(options.importance * 1e4) / 1e4,
    addresstype,
    name: place.name,
    display_name: displayName(address),
    address,
    boundingbox: [formatDegrees(south), formatDegrees(north), formatDegrees(west), formatDegrees(east)],
  };
}

function formatDegrees(value: number): string {
  return value.toFixed(7).replace(/0+$/, '').replace(/\.$/, '.0');
}

function toNominatimClass(kind: PlaceKind) {
  if (kind === 'street') return { category: 'highway', type: 'road', addresstype: 'road' };
  if (kind === 'landmark') return { category: 'amenity', type: 'yes', addresstype: 'amenity' };
  return { category: 'place', type: kind, addresstype: kind };
}

function toNominatimAddress(place: GazetteerPlace, options: NominatimOptions): Record<string, string> {
  const { kind, name, street, suburb, city, county, state, postcode, country } = place;
  const isPart = kind === 'suburb' && city !== '';
  const parts: [key: string, value: string][] = [
    ['amenity', kind === 'landmark' ? name : ''],
    ['house_number', options.houseNumber ?? ''],
    ['road', kind === 'street' ? name : street],
    ['suburb', isPart ? name : suburb === city ? '' : suburb],
    [isSettlement(kind) && !isPart ? kind : 'city', isSettlement(kind) && !isPart ? name : city],
    ['county', county === '' || country !== 'IE' ? county : `County ${county}`],
    ['state', state],
    ['postcode', postcode],
    ['country', countryName(country, options.language)],
    ['country_code', country.toLowerCase()],
  ];
  return Object.fromEntries(parts.filter(([, value]) => value !== ''));
}

/** Formats an address as it is usually written: without the province, and without a county that repeats the town. */
function displayName(address: Record<string, string>): string {
  const {
    house_number,
    road,
    country_code: _,
    state: __,
    county,
    amenity,
    postcode,
    country,
    ...towns
  } = address;
  const town = Object.values(towns);
  const isRepeated = county === undefined || town.includes(county.replace('County ', ''));
  const street = [house_number, road].filter(Boolean).join(' ');
  return [amenity, street, ...town, isRepeated ? '' : county, postcode, country].filter(Boolean).join(', ');
}

const displayNamesByLanguage = new Map<string, Intl.DisplayNames>();

function countryName(code: string, language: string): string {
  const known =
    displayNamesByLanguage.get(language) ?? new Intl.DisplayNames([language, 'en'], { type: 'region' });
  displayNamesByLanguage.set(language, known);
  return known.of(code) ?? code;
}

/**
 * The language of the response: the first of an Accept-Language list, without its region, so that more requests share
 * a cached response. English if there is none.
 */
export function preferredLanguage(accepted: string): string {
  const language = /^\s*([a-z]{2})\b/i.exec(accepted)?.[1]?.toLowerCase() ?? 'en';
  return Intl.DisplayNames.supportedLocalesOf(language).length > 0 ? language : 'en';
}
