import counties from './counties.json';
import { foldText } from './fold-text.ts';
import type { PlaceIndex } from './place-index.ts';
import postalAreas from './postal-areas.json';
import { DISTRICT, MAX_TEXT, parseQueryText } from './query-text.ts';

/** An address in parts, as its sender separated them, without its postal code, country and "Co. …". */
export type Address = {
  /** Folded text. */
  parts: string[];
  hasHouseNumber: boolean;
  countries: string[];
  /** The areas that each named county comprises. */
  counties: ReadonlySet<string>[];
  codes: PostalArea[];
  /** Whether a part of it was not read. */
  isTooLong: boolean;
  /** Whether it names a county or a postal code that does not exist. */
  hasUnknownArea: boolean;
};

/**
 * The areas of the gazetteer that each county comprises; all names are folded. The file also has the other forms that
 * follow "Co." in addresses, most of them in Irish, and the counties of the United Kingdom, which are larger than the
 * districts that the gazetteer names.
 */
const COUNTY_AREAS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(counties).map(([county, areas]) => [foldText(county), new Set(areas.map(foldText))]),
);

const OUTWARD = /^[a-z]{1,2}\d[a-z\d]?$/;
const INWARD = /^\d[a-z]{2}$/;
const UNIQUE_IDENTIFIER = /^[a-z\d]{4}$/;
/** Each part may be searched, so the number limits how long a match takes. */
const MAX_PARTS = 10;
const COUNTY_WORDS = new Set(['co', 'county', 'contae']);
/** "na hIarmhí", "West Northamptonshire". */
const LONGEST_COUNTY = 6;

export function readAddress(index: PlaceIndex, typed: string): Address {
  const separated = typed
    .replace(/[\n;|]|\s[-–—]\s/g, ', ')
    .replace(/\b(?:eircode|postcode)\b/gi, ' ')
    .replace(/\bBaile Átha Cliath (?=\d)/gi, 'Dublin ');
  const { parts: all, houseNumber, countries } = parseQueryText(separated);
  const parts = all.slice(-MAX_PARTS);
  const address: Address = {
    parts: [],
    hasHouseNumber: houseNumber !== '',
    countries,
    counties: [],
    codes: [],
    isTooLong: all.length > MAX_PARTS || separated.trim().length > MAX_TEXT,
    hasUnknownArea: false,
  };
  for (const [at, part] of parts.entries()) {
    const isLast = at === parts.length - 1;
    const words = takeCounty(index, takeCodes(splitPostcode(part), address, isLast), address);
    if (words.length > 0) address.parts.push(words.join(' '));
  }
  return address;
}

/** Separates both halves of a British postcode that was typed without a space. */
function splitPostcode(part: readonly string[]): string[] {
  return part.flatMap((word) => {
    const halves = /^([a-z]{1,2}\d[a-z\d]?)(\d[a-z]{2})$/.exec(word);
    return halves ? halves.slice(1) : [word];
  });
}

/** The first half of a British postcode may stand alone at the end: "London N1". */
function takeCodes(words: readonly string[], address: Address, isLast: boolean): string[] {
  const rest: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const [word = '', next = ''] = words.slice(at, at + 2);
    if (OUTWARD.test(word) && INWARD.test(next)) {
      addCode(address, areaOfOutwardCode(word));
      at++;
    } else if (DISTRICT.test(word) && UNIQUE_IDENTIFIER.test(next) && /\d/.test(next)) {
      addCode(address, areaOfRoutingKey(word));
      at++;
    } else if (DISTRICT.test(word) && next === '' && areaOfRoutingKey(word)) {
      addCode(address, areaOfRoutingKey(word));
    } else if (isLast && at > 0 && next === '' && OUTWARD.test(word) && areaOfOutwardCode(word)) {
      addCode(address, areaOfOutwardCode(word));
    } else rest.push(word);
  }
  return rest;
}

function addCode(address: Address, area: PostalArea | undefined): void {
  if (area === undefined) address.hasUnknownArea = true;
  else address.codes.push(area);
}

/** Takes "Co. Kildare" out of "Naas Co. Kildare". A firm may also end in "& Co". */
function takeCounty(index: PlaceIndex, words: readonly string[], address: Address): string[] {
  const at = words.findIndex((word) => COUNTY_WORDS.has(word));
  if (at === -1) return [...words];
  for (let length = LONGEST_COUNTY; length > 0; length--) {
    const name = words.slice(at + 1, at + 1 + length);
    const areas = name.length === length ? findCounty(index, name.join(' ')) : undefined;
    if (areas === undefined) continue;
    address.counties.push(areas);
    return [...words.slice(0, at), ...words.slice(at + 1 + length)];
  }
  if (at < words.length - 1) address.hasUnknownArea = true;
  return [...words];
}

/** The areas of the gazetteer that a folded name of a county comprises. */
export function findCounty(index: PlaceIndex, name: string): ReadonlySet<string> | undefined {
  return COUNTY_AREAS.get(name) ?? (index.counties.has(name) ? new Set([name]) : undefined);
}

export type PostalArea = {
  country: 'IE' | 'GB';
  town: string;
  radiusKm: number;
  /** A postal district of Dublin, such as `D06`. */
  district?: string;
};

/** The post town of each Eircode routing key, outside the postal districts of Dublin. */
const postTowns = new Map(Object.entries(postalAreas.routingKeys));
/** The main town of each British postcode area. */
const areaTowns = new Map(Object.entries(postalAreas.postcodeAreas));
const allTowns = new Set([...postTowns.values(), ...areaTowns.values()]);
/** Areas that extend much further than the others, mostly in the Highlands. */
const wideAreas = new Set(postalAreas.wideAreas);

/** Whether postal codes of its own belong to a town with this name. */
export function isPostTown(name: string): boolean {
  return allTowns.has(name);
}

/** The area of an Eircode routing key in lower case, such as `w91`; undefined if there is no such key. */
function areaOfRoutingKey(key: string): PostalArea | undefined {
  if (/^d(?:6w|0[1-9]|1\d|2[0-4])$/.test(key)) {
    return { country: 'IE', town: 'Dublin', radiusKm: 20, district: key.toUpperCase() };
  }
  const town = postTowns.get(key);
  return town === undefined ? undefined : { country: 'IE', town, radiusKm: /^t[12]/.test(key) ? 20 : 60 };
}

/** The area of a British outward code in lower case, such as `sw1a`; undefined if there is no such area. */
function areaOfOutwardCode(code: string): PostalArea | undefined {
  const area = code.replace(/\d.*$/, '');
  const town = areaTowns.get(area);
  if (town === undefined) return undefined;
  return { country: 'GB', town, radiusKm: wideAreas.has(area) ? 150 : 60 };
}
