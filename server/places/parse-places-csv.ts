import * as v from 'valibot';
import { TEXT_MAX_LENGTH } from '../../src/contract/constants.ts';
import { coordinatesOf } from '../../src/contract/place.ts';
import { text } from '../../src/contract/text.ts';
import { CsvError, parseCsv } from './parse-csv.ts';
import type { GazetteerPlace } from './place.ts';

const REQUIRED_COLUMNS = ['country', 'lat', 'lng'];
const COLUMNS = [
  'name',
  'other_name',
  'street',
  'suburb',
  'city',
  'county',
  'state',
  'postcode',
  ...REQUIRED_COLUMNS,
];

const optional = v.optional(text(TEXT_MAX_LENGTH), '');
const degrees = (limit: number) =>
  v.pipe(
    v.string(),
    v.regex(/^[+-]?\d{1,3}(\.\d+)?$/, 'must be decimal degrees, like 53.3498'),
    v.transform(Number),
    v.minValue(-limit, `must be at least -${limit}`),
    v.maxValue(limit, `must be at most ${limit}`),
  );

const Row = v.pipe(
  v.object({
    name: optional,
    other_name: optional,
    street: optional,
    suburb: optional,
    city: optional,
    county: optional,
    state: optional,
    postcode: optional,
    country: v.pipe(
      v.string(),
      v.toUpperCase(),
      v.regex(/^[A-Z]{2}$/, 'must be a country code of two letters, like IE'),
    ),
    lat: degrees(90),
    lng: degrees(180),
  }),
  v.check((row) => row.name !== '' || row.street !== '', 'needs a name or a street'),
  v.check(
    (row) => coordinatesOf({ latitude: row.lat, longitude: row.lng }) !== undefined,
    'lat and lng are both 0, which means "not known"',
  ),
);

export type ParsedPlaces = {
  places: { line: number; place: GazetteerPlace }[];
  /** One sentence per fault, each with its line. */
  errors: string[];
};

/**
 * Places from a CSV file with a header line (columns: name, street, suburb, city, county, state, postcode,
 * country, lat, lng, other_name, in any order; a name or a street, country, lat and lng are needed). Rows
 * that make no sense are left out and named in `faults`, at most `maxFaults` of them.
 */
export function parsePlacesCsv(file: string, maxErrors = 20): ParsedPlaces {
  const result: ParsedPlaces = { places: [], errors: [] };
  let columns: string[] | undefined;
  try {
    for (const { line, fields } of parseCsv(file)) {
      if (columns === undefined) {
        columns = fields.map((field) => field.toLowerCase());
        const fault = findHeaderError(columns);
        if (fault !== undefined) return { places: [], errors: [`line ${line}: ${fault}`] };
        continue;
      }
      if (result.errors.length >= maxErrors) break;
      parseRow(columns, fields, line, result);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    result.errors.push(error.message);
  }
  if (columns === undefined) result.errors.push('line 1: the file is empty');
  return result;
}

function findHeaderError(columns: string[]): string | undefined {
  const missing = REQUIRED_COLUMNS.filter((column) => !columns.includes(column));
  if (missing.length > 0) return `the header lacks ${missing.join(', ')}`;
  const unknown = columns.filter((column) => !COLUMNS.includes(column));
  if (unknown.length > 0) return `unknown columns ${unknown.join(', ')} (known: ${COLUMNS.join(', ')})`;
  const twice = columns.filter((column, index) => columns.indexOf(column) !== index);
  return twice.length > 0 ? `${twice.join(', ')} stands twice in the header` : undefined;
}

function parseRow(columns: string[], fields: string[], line: number, result: ParsedPlaces): void {
  if (fields.length !== columns.length) {
    result.errors.push(`line ${line}: ${fields.length} fields, the header has ${columns.length}`);
    return;
  }
  const named = Object.fromEntries(columns.map((column, index) => [column, fields[index]]));
  const parsed = v.safeParse(Row, named);
  if (parsed.success) result.places.push({ line, place: toPlace(parsed.output) });
  else for (const issue of parsed.issues) result.errors.push(`line ${line}: ${formatIssue(issue)}`);
}

function formatIssue(issue: v.BaseIssue<unknown>): string {
  const column = v.getDotPath(issue);
  return column === null ? issue.message : `${column} ${issue.message}`;
}

function toPlace(row: v.InferOutput<typeof Row>): GazetteerPlace {
  const isLandmark = row.name !== '';
  return {
    kind: isLandmark ? 'landmark' : 'street',
    name: isLandmark ? row.name : row.street,
    otherName: row.other_name,
    street: isLandmark ? row.street : '',
    suburb: row.suburb,
    city: row.city,
    county: row.county,
    state: row.state,
    postcode: row.postcode,
    country: row.country,
    latitude: row.lat,
    longitude: row.lng,
    population: 0,
  };
}
