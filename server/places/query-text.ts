import { cutText } from '../../src/contract/storable-text.ts';
import addressWords from './address-words.json';
import { foldText } from './fold-text.ts';

export type QueryWord = {
  text: string;
  /** Whether the word only improves the rank of places that contain it: house numbers, "co", "the". */
  isOptional: boolean;
};

export type QueryText = {
  words: QueryWord[];
  /** The words of each part between commas. */
  parts: string[][];
  /** As typed, for example "12a"; empty if there is none. */
  houseNumber: string;
  /** ISO codes that the text names, like "… , Ireland". */
  countries: string[];
};

/** What follows is ignored. */
export const MAX_TEXT = 300;
const MAX_WORDS = 10;

const FILLERS = new Set(['the', 'of', 'and', 'at', 'in', 'near', 'co', 'county']);
/** A Map and not an object, because users may also type `constructor` and other property names of objects. */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map(Object.entries(addressWords.abbreviations));
const COUNTRY_NAMES = Object.entries(addressWords.countries);
const FLAT = /^(?:flat|apt\.?|apartment|unit)\s*\w{1,5}[\s,]+/iu;
const HOUSE_FIRST = /^(?:no\.?\s*)?(\d{1,5}[a-z]?(?:\s?[-/]\s?\d{1,5}[a-z]?)?)[\s,]+(?=\p{L})/iu;
/** The routing key of an Eircode. */
export const DISTRICT = /^(d6w|[a-z]\d\d)$/;
/** A longer number after a town is a postal code of another country: "Galway 12074". */
const HOUSE_LAST = /(?<!\bdublin)\s(\d{1,3}[a-z]?)$/iu;

/** Parses a query such as "12 Leinster Rd, Rathmines, Dublin 6, Ireland". */
export function parseQueryText(typed: string): QueryText {
  const text = cutText(typed, MAX_TEXT).trim().replace(FLAT, '');
  const { rest, houseNumber } = withoutHouseNumber(text);
  const countries: string[] = [];
  const parts = rest
    .split(',')
    .map((part) => withoutCountry(foldText(part), countries, rest))
    .map((part) =>
      withDistrict(part)
        .split(' ')
        .filter(Boolean)
        .map((word) => ABBREVIATIONS.get(word) ?? word),
    )
    .filter((part) => part.length > 0);
  const words = parts
    .flat()
    .slice(0, MAX_WORDS)
    .map((word) => {
      // Few places contain a number or the unique part of an Eircode.
      const isCode = /\d/.test(word) && !DISTRICT.test(word);
      return { text: word, isOptional: FILLERS.has(word) || isCode };
    });
  for (const number of foldText(houseNumber).split(' ').filter(Boolean)) {
    words.push({ text: number, isOptional: true });
  }
  return { words, parts, houseNumber, countries };
}

function withoutHouseNumber(text: string): { rest: string; houseNumber: string } {
  const first = HOUSE_FIRST.exec(text);
  if (first) return { rest: text.slice(first[0].length), houseNumber: first[1] ?? '' };
  const comma = text.indexOf(',');
  const head = comma === -1 ? text : text.slice(0, comma);
  const last = HOUSE_LAST.exec(head);
  if (!last || !/\p{L}{3}/u.test(head)) return { rest: text, houseNumber: '' };
  return { rest: head.slice(0, last.index) + text.slice(head.length), houseNumber: last[1] ?? '' };
}

/** Removes a country's name from the end of a part, unless the part contains nothing else. */
function withoutCountry(part: string, countries: string[], whole: string): string {
  for (const [name, code] of COUNTRY_NAMES) {
    if (part !== name && !part.endsWith(` ${name}`)) continue;
    if (part === name && foldText(whole) === name) return part;
    countries.push(code);
    return part.slice(0, -name.length).trim();
  }
  return part;
}

/** Converts "dublin 6w" and "d6w" to the postal district, and splits an Eircode into its routing key and the rest. */
function withDistrict(part: string): string {
  return part
    .replace(
      /\bdublin (\d{1,2})(w?)\b/g,
      (_, number: string, west: string) => `dublin ${district(number, west)}`,
    )
    .replace(/\bd(\d)(w?)\b/g, (_, number: string, west: string) => district(number, west))
    .replace(/\b(d6w|[a-z]\d{2})([a-z0-9]{4})\b/g, '$1 $2');
}

function district(number: string, west: string): string {
  return west === '' ? `d${number.padStart(2, '0')}` : `d${number}w`;
}
