import { type Coordinates, distanceKm } from '../../src/contract/coordinates.ts';
import type { KnownPlace, PlaceMatch } from '../../src/contract/place.ts';
import { type GazetteerPlace, isSettlement } from '../queries/gazetteer.ts';
import addressWords from './address-words.json';
import { foldText } from './fold-text.ts';
import type { PlaceIndex } from './place-index.ts';
import { type Address, findCounty, isPostTown, type PostalArea, readAddress } from './read-address.ts';
import { searchGazetteer } from './search.ts';

const MAX_CANDIDATES = 5;
/** A village belongs to a post town within this distance: "Sallins, Naas, Co. Kildare". */
const POST_TOWN_KM = 10;
const SAME_PLACE_KM = 5;
/** The postal codes of a smaller area are those of a city. */
const CITY_KM = 20;
/** A suburb of Dublin is within this distance of the middle of its postal district. */
const DISTRICT_KM = 7;
const LONGEST_NAME = 4;
const KIND = / (?:city centre|town centre|city|town|village)$/;

const { streets, irishStreets, buildings } = addressWords;
/** Words that end the name of a street, and of no village as in "Pallas Green". */
const STREET_WORDS = new Set(streets);
/** Words that end the name of a street, a building or a firm, which may be named after a town. */
const DETAIL_WORDS = new Set([...streets, ...irishStreets, ...buildings]);
/** They follow the word for a street: "Dorset Street Upper". */
const QUALIFIERS = new Set(addressWords.qualifiers);
/** In Irish the word for a street comes first: "Sráid Phádraig". */
const IRISH_STREET_WORDS = new Set(irishStreets);
/** Words that begin the name of a street, a building or a firm: "Aldi Newbridge". */
const FIRST_WORDS = new Set([...irishStreets, ...addressWords.firstWords]);

/** The names that users give to their places, which no gazetteer contains. */
const LABELS = new Set(addressWords.labels);

type Mention = {
  part: string;
  towns: readonly GazetteerPlace[];
  /** "Wicklow Town", and not the county. */
  isExplicit: boolean;
};
/** What is known about a text, and the places to compare it with. */
type Reading = Address & {
  index: PlaceIndex;
  mentions: Mention[];
  /** Counties without "Co.": "Naas, Kildare". */
  plainCounties: ReadonlySet<string>[];
  /** Parts that read like a house, street, building or firm. */
  details: string[];
  /** Whether one of them is a street or has a house number. A building alone may be anywhere in a county. */
  hasStreet: boolean;
  /** All other parts: house names, townlands, and whatever else. */
  names: string[];
  hasNameAfterTown: boolean;
};

/**
 * The one place that a text certainly names: the town (and county) that it names is one place of the region, its
 * postal code fits, nothing in it names another place, and the rest reads like a house, street, building or firm. It
 * never guesses a misspelled name. Otherwise the places that the text may mean. (PLC-01)
 */
export function matchPlace(index: PlaceIndex, typed: string): PlaceMatch {
  const reading = readParts(index, readAddress(index, typed));
  const town = certainTown(reading);
  if (town !== undefined) return { kind: 'located', ...toKnownPlace(town), ...pointIn(reading, town) };
  return { kind: 'unclear', candidates: findCandidates(reading, typed) };
}

/** The towns that the text names, the post town of its code, and what a search finds, which allows typing errors. */
function findCandidates({ index, mentions, codes, parts, counties }: Reading, typed: string): KnownPlace[] {
  const named = mentions.flatMap(({ towns }) => towns);
  const postTowns = codes.flatMap((area) => postTown(index, area) ?? []);
  const texts = [...parts.toReversed(), typed].filter(
    (text) => /\p{L}{3}/u.test(text) && !LABELS.has(foldText(text)),
  );
  const found = texts.flatMap((text) => searchGazetteer(index, text, MAX_CANDIDATES));
  const fitting = [...named, ...postTowns, ...found.map(({ place }) => place)].filter(({ county }) =>
    counties.every((areas) => areas.has(foldText(county))),
  );
  const byLabel = new Map(fitting.map(toKnownPlace).map((place) => [place.label, place]));
  return [...byLabel.values()].slice(0, MAX_CANDIDATES);
}

function readParts(index: PlaceIndex, address: Address): Reading {
  const { parts, hasHouseNumber } = address;
  const none = { mentions: [], plainCounties: [], details: [], names: [] };
  const reading: Reading = { ...address, index, ...none, hasStreet: false, hasNameAfterTown: false };
  let isDetailLast = false;
  const addDetail = (part: string, isNumbered: boolean) => {
    reading.details.push(part);
    reading.hasStreet ||= isNumbered || isStreet(part);
  };
  for (const [at, part] of parts.entries()) {
    const isNumbered = (at === 0 && hasHouseNumber) || /\d/.test(part);
    const mention = readMention(index, part);
    const county = findCounty(index, part);
    const isCounty = county !== undefined && reading.mentions.length > 0;
    if (isCounty) reading.plainCounties.push(county);
    if (mention !== undefined && !(isNumbered && mention.part === part && parts.length > 1)) {
      reading.mentions.push(mention);
      isDetailLast = false;
    } else if (isDetail(part) || (isNumbered && reading.mentions.length === 0)) {
      addDetail(part, isNumbered);
      isDetailLast = reading.mentions.length > 0;
    } else if (!isCounty) {
      reading.names.push(part);
      // "London, Ontario", "Dublin, OH 43017"
      reading.hasNameAfterTown ||= reading.mentions.length > 0;
    }
    if (mention !== undefined && mention.part !== part) addDetail(mention.part, isNumbered);
  }
  // "Waterford, Green Bay", but not "Kildare Village, Nurney Road, Kildare"
  reading.hasNameAfterTown ||= isDetailLast;
  return reading;
}

/** A part that is a town, or that ends in one after a street or a firm: "Main Street Naas", "Aldi Newbridge". */
function readMention(index: PlaceIndex, part: string): Mention | undefined {
  const name = part.replace(KIND, '');
  const towns = [...settlements(index, part), ...(name === part ? [] : settlements(index, name))];
  if (towns.length > 0) return { part, towns, isExplicit: name !== part };
  const words = part.split(' ');
  for (let length = Math.min(LONGEST_NAME, words.length - 1); length > 0; length--) {
    const before = words.slice(0, -length).join(' ');
    const end = words.slice(-length).join(' ').replace(KIND, '');
    if (!isDetail(before) || end.split(' ').every(isDetailWord)) continue;
    const found = settlements(index, end);
    if (found.length > 0) return { part: before, towns: found, isExplicit: false };
  }
  return undefined;
}

function settlements(index: PlaceIndex, name: string): GazetteerPlace[] {
  const names = [name, name.replace(/^st /, 'saint ')];
  return [...new Set(names.flatMap((key) => index.settlementsByName.get(key) ?? []))];
}

function isDetailWord(word: string): boolean {
  return DETAIL_WORDS.has(word);
}

function isStreet(part: string): boolean {
  const [first, last] = outerWords(part);
  return STREET_WORDS.has(last) || IRISH_STREET_WORDS.has(first);
}

function isDetail(part: string): boolean {
  const [first, last] = outerWords(part);
  return FIRST_WORDS.has(first) || isDetailWord(last);
}

/** The first word of a part, and its last one that may be the word for a street or a building. */
function outerWords(part: string): [string, string] {
  const words = part.split(' ');
  return [words[0] ?? '', words.findLast((word) => !QUALIFIERS.has(word)) ?? ''];
}

function certainTown(reading: Reading): GazetteerPlace | undefined {
  const { index, countries, counties, plainCounties, codes, names, details } = reading;
  const [first, ...others] = reading.mentions;
  const isUnreadable = reading.isTooLong || reading.hasUnknownArea || reading.hasNameAfterTown;
  if (first === undefined || isUnreadable) return undefined;
  const fitting = first.towns.filter(
    (town) =>
      (countries.length === 0 || countries.includes(town.country)) &&
      [...counties, ...plainCounties].every((areas) => areas.has(foldText(town.county))) &&
      codes.every((area) => isInArea(index, town, area)) &&
      others.every((mention) => contains(mention, town)),
  );
  const [town] = fitting;
  if (town === undefined && others.length > 0 && isDetail(first.part)) {
    // "Elm Park, Dublin 4": a street or a house that is named like a town elsewhere.
    return certainTown({ ...reading, mentions: others, details: [...details, first.part] });
  }
  if (town === undefined || fitting.some((other) => isElsewhere(other, town))) return undefined;
  if ([...names, ...details].some((part) => namesOther(index, part, town))) return undefined;
  if (names.some((part) => resemblesOther(index, part, town))) return undefined;
  if (counties.length > 0 || codes.length > 0) {
    // "Spiddal, Galway, H91 …" is anywhere in the county that is named like the town.
    const isCity = codes.some(({ radiusKm }) => radiusKm <= CITY_KM);
    const isAnywhere = (names.length > 0 || isBuildingOnly(reading)) && isCountyName(index, first, town);
    return isAnywhere && !isCity ? undefined : town;
  }
  return isWellKnown(reading, town) ? town : undefined;
}

/** A building, a firm or perhaps a village without its street: "Renvyle House, Galway" is 80 km from the city. */
function isBuildingOnly({ details, hasStreet }: Reading): boolean {
  return details.length > 0 && !hasStreet;
}

/** Whether another mention is an area around the town, or the post town of a village. */
function contains({ towns, part }: Mention, town: GazetteerPlace): boolean {
  const isPart = town.kind === 'village' || town.kind === 'suburb';
  return (
    isAreaOf(part, town) ||
    towns.some(
      (other) =>
        isPart &&
        (other.kind === 'town' || other.kind === 'city') &&
        other.county === town.county &&
        distanceKm(other, town) <= POST_TOWN_KM,
    )
  );
}

/** Two entries of the gazetteer for one town are near each other. */
function isElsewhere(other: Coordinates, town: GazetteerPlace): boolean {
  return distanceKm(other, town) > SAME_PLACE_KM;
}

function isAreaOf(part: string, town: GazetteerPlace): boolean {
  return part === foldText(town.city) || part === foldText(town.county);
}

function isInArea(index: PlaceIndex, town: GazetteerPlace, area: PostalArea): boolean {
  const centre = postTown(index, area);
  if (centre === undefined) return false;
  const district =
    area.district && town.name !== area.town ? findDistrict(index, [area.district]) : undefined;
  if (district !== undefined) return distanceKm(district, town) <= DISTRICT_KM;
  // The codes of the Channel Islands and the Isle of Man look like British ones.
  const isSameCountry = area.country === 'IE' ? town.country === 'IE' : town.country !== 'IE';
  const own = isPostTown(town.name) ? postTown(index, { town: town.name, country: area.country }) : undefined;
  // "Ennis, H91 …": a post town has a code of its own.
  const isOther = own === town && isElsewhere(centre, town);
  return isSameCountry && !isOther && distanceKm(centre, town) <= area.radiusKm;
}

function postTown(index: PlaceIndex, { town, country }: Pick<PostalArea, 'town' | 'country'>) {
  return settlements(index, foldText(town)).find((place) => (place.country === 'IE') === (country === 'IE'));
}

/** Without "Co. …" and without a postal code only a town that has no namesake and is no county is certain. */
function isWellKnown(reading: Reading, town: GazetteerPlace): boolean {
  const { index, plainCounties, names, details } = reading;
  const [mention, ...others] = reading.mentions;
  if (mention === undefined) return false;
  const isUnique = !mention.towns.some((other) => isElsewhere(other, town));
  const hasArea = plainCounties.length > 0 || others.some(({ part }) => isAreaOf(part, town));
  if (hasArea)
    return isUnique || mention.towns.filter(({ country }) => country === town.country).length === 1;
  if (!isUnique || names.length > 0 || others.length > 0) return false;
  // "Gatwick Airport, London"
  if (details.some((part) => part.endsWith(' airport'))) return false;
  if (findStreet(reading, town, []) !== undefined) return true;
  if (town.kind === 'village' || town.kind === 'suburb') return false;
  if (isCountyName(index, mention, town))
    return town.kind === 'city' && !isBuildingOnly(reading) && !details.includes('main street');
  return town.country === 'IE' || town.kind === 'city';
}

/** Whether a mention may also mean the Irish county with the same name. "Galway City" may not. */
function isCountyName(index: PlaceIndex, { isExplicit }: Mention, town: GazetteerPlace): boolean {
  return !isExplicit && town.country === 'IE' && findCounty(index, foldText(town.name)) !== undefined;
}

/** Whether a name may be a misspelled town elsewhere in the county: "Newbrige, Naas, Co. Kildare". */
function resemblesOther(index: PlaceIndex, part: string, town: GazetteerPlace): boolean {
  return searchGazetteer(index, part, MAX_CANDIDATES).some(
    ({ place }) => isSettlement(place.kind) && place.county === town.county && isElsewhere(place, town),
  );
}

/**
 * Whether a part contains the name of another town, as in "near Naas". Streets, buildings and firms that are named
 * after one do not count: "Naas Road", "Kilkenny Shop".
 */
function namesOther(index: PlaceIndex, part: string, town: GazetteerPlace): boolean {
  const words = part.split(' ');
  const isOther = (name: readonly string[], separator: string) => {
    const others = settlements(index, name.join(separator)).filter(
      ({ kind, country }) => country === town.country && (country === 'IE' || kind === 'city'),
    );
    return others.length > 0 && others.every((other) => isElsewhere(other, town));
  };
  const isNamed = words.some((_, from) => {
    for (let length = 1; length <= LONGEST_NAME && from + length <= words.length; length++) {
      const next = words[from + length];
      const name = words.slice(from, from + length);
      if (name.every(isDetailWord) || (next !== undefined && isDetailWord(next))) continue;
      if (isOther(name, ' ')) return true;
    }
    return false;
  });
  // "Mill Street, Cork" is perhaps in Millstreet.
  return isNamed || isOther(words, '');
}

/** The coordinates of the street in the town, or of the postal district, or of the town. */
function pointIn(reading: Reading, town: GazetteerPlace): Coordinates {
  const districts = reading.codes.flatMap(({ district }) => district ?? []);
  const { latitude, longitude } =
    findStreet(reading, town, districts) ?? findDistrict(reading.index, districts) ?? town;
  return { latitude, longitude };
}

/** The street of the text, if the gazetteer knows exactly one in that town. Every town has a Main Street. */
function findStreet({ index, details }: Reading, town: GazetteerPlace, districts: readonly string[]) {
  for (const part of details) {
    const street = part.replace(/^\d+[a-z]? /, '');
    if (street === 'main street') continue;
    const found = searchGazetteer(index, `${street}, ${town.name}`, MAX_CANDIDATES).filter(
      ({ place }) =>
        !isSettlement(place.kind) &&
        (place.city === town.name || place.suburb === town.name) &&
        (districts.length === 0 || districts.includes(place.postcode)) &&
        foldText(place.name) === street,
    );
    const [hit] = found;
    if (hit !== undefined && found.length === 1) return hit.place;
  }
  return undefined;
}

/** The middle of the places of a postal district of Dublin. */
function findDistrict(index: PlaceIndex, districts: readonly string[]): Coordinates | undefined {
  const [district, ...others] = districts;
  if (district === undefined || others.some((other) => other !== district)) return undefined;
  const inside = index.places.filter(({ postcode }) => postcode === district);
  if (inside.length === 0) return undefined;
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    latitude: mean(inside.map(({ latitude }) => latitude)),
    longitude: mean(inside.map(({ longitude }) => longitude)),
  };
}

function toKnownPlace(place: GazetteerPlace): KnownPlace {
  const { name, kind, county, postcode, country, latitude, longitude } = place;
  const city = place.city || (isSettlement(kind) ? name : '');
  const shownCounty = county === '' || country !== 'IE' ? county : `Co. ${county}`;
  return {
    label: [...new Set([name, city, county === city ? '' : shownCounty])].filter(Boolean).join(', '),
    city,
    postalCode: postcode,
    country,
    latitude,
    longitude,
  };
}
