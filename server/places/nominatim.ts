import { type GazetteerPlace, isSettlement, type PlaceKind } from './place.ts';
import { boxAround } from './place-filter.ts';

/** One place as Nominatim's `jsonv2` writes it: numbers of degrees are texts. */
export type NominatimPlace = {
  place_id: number;
  licence: string;
  osm_type?: string;
  osm_id?: number;
  lat: string;
  lon: string;
  category: string;
  type: string;
  place_rank: number;
  importance: number;
  addresstype: string;
  name: string;
  display_name: string;
  address?: Record<string, string>;
  /** South, north, west, east. */
  boundingbox: [string, string, string, string];
};

/** What Nominatim says, with status 200, where there is nothing. */
export const NOTHING_THERE = { error: 'Unable to geocode' } as const;

const LICENCE = 'Data © GeoNames, CC BY 4.0, https://www.geonames.org; streets approximate';

const RANKS: Readonly<Record<PlaceKind, number>> = {
  city: 16,
  town: 18,
  village: 19,
  suburb: 20,
  street: 26,
  landmark: 30,
};
const EXTENT_KM: Readonly<Record<PlaceKind, number>> = {
  city: 8,
  town: 3,
  village: 1.5,
  suburb: 1.5,
  street: 0.3,
  landmark: 0.15,
};

export type Wording = {
  houseNumber?: string;
  /** Two letters. */
  language: string;
  importance: number;
};

/** A place of the gazetteer in Nominatim's words. `number` is only good within one answer. */
export function toNominatim(place: GazetteerPlace, number: number, wording: Wording): NominatimPlace {
  const address = addressOf(place, wording);
  const { category, type, addresstype } = classOf(place.kind);
  const box = boxAround(place, EXTENT_KM[place.kind]);
  return {
    place_id: number + 1,
    licence: LICENCE,
    lat: degrees(place.latitude),
    lon: degrees(place.longitude),
    category,
    type,
    place_rank: RANKS[place.kind],
    importance: Math.round(wording.importance * 1e4) / 1e4,
    addresstype,
    name: place.name,
    display_name: oneLine(address),
    address,
    boundingbox: [degrees(box.south), degrees(box.north), degrees(box.west), degrees(box.east)],
  };
}

function degrees(value: number): string {
  return value.toFixed(7).replace(/0+$/, '').replace(/\.$/, '.0');
}

function classOf(kind: PlaceKind): { category: string; type: string; addresstype: string } {
  if (kind === 'street') return { category: 'highway', type: 'road', addresstype: 'road' };
  if (kind === 'landmark') return { category: 'amenity', type: 'yes', addresstype: 'amenity' };
  return { category: 'place', type: kind, addresstype: kind };
}

function addressOf(place: GazetteerPlace, wording: Wording): Record<string, string> {
  const { kind, name, street, suburb, city, county, state, postcode, country } = place;
  const isPart = kind === 'suburb' && city !== '';
  const parts: [key: string, value: string][] = [
    ['amenity', kind === 'landmark' ? name : ''],
    ['house_number', wording.houseNumber ?? ''],
    ['road', kind === 'street' ? name : street],
    ['suburb', isPart ? name : suburb === city ? '' : suburb],
    [isSettlement(kind) && !isPart ? kind : 'city', isSettlement(kind) && !isPart ? name : city],
    ['county', county === '' || country !== 'IE' ? county : `County ${county}`],
    ['state', state],
    ['postcode', postcode],
    ['country', countryName(country, wording.language)],
    ['country_code', country.toLowerCase()],
  ];
  return Object.fromEntries(parts.filter(([, value]) => value !== ''));
}

/** As people write it: no province, and no county that only repeats the town. */
function oneLine(address: Record<string, string>): string {
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

const names = new Map<string, Intl.DisplayNames>();

function countryName(code: string, language: string): string {
  const known = names.get(language) ?? new Intl.DisplayNames([language, 'en'], { type: 'region' });
  names.set(language, known);
  try {
    return known.of(code) ?? code;
  } catch {
    // Not a country's code at all: better shown as it is than not at all.
    return code;
  }
}

/**
 * The language to answer in: the first of an Accept-Language list, without its country, so that neighbours
 * share cached answers. English where there is none.
 */
export function answerLanguage(accepted: string): string {
  const language = /^\s*([a-z]{2})\b/i.exec(accepted)?.[1]?.toLowerCase() ?? 'en';
  return Intl.DisplayNames.supportedLocalesOf(language).length > 0 ? language : 'en';
}
