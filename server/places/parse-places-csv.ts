import { CsvError, type CsvErrorCode, parse } from 'csv-parse/sync';
import * as v from 'valibot';
import { TEXT_MAX_LENGTH } from '../../src/contract/constants.ts';
import { coordinatesOf } from '../../src/contract/coordinates.ts';
import { text } from '../../src/contract/text.ts';
import type { GazetteerPlace } from '../queries/gazetteer-place.ts';

const degrees = (limit: number) =>
  v.pipe(
    v.string(),
    v.regex(/^[+-]?\d{1,3}(\.\d+)?$/, 'must be decimal degrees, like 53.3498'),
    v.transform(Number),
    v.minValue(-limit, `must be at least -${limit}`),
    v.maxValue(limit, `must be at most ${limit}`),
  );
const Optional = v.entriesFromList(
  ['name', 'other_name', 'street', 'suburb', 'city', 'county', 'state', 'postcode'],
  v.optional(text(TEXT_MAX_LENGTH), ''),
);
const Required = {
  country: v.pipe(
    v.string(),
    v.toUpperCase(),
    v.regex(/^[A-Z]{2}$/, 'must be a country code of two letters, like IE'),
  ),
  lat: degrees(90),
  lng: degrees(180),
};
const REQUIRED_COLUMNS = Object.keys(Required);
const COLUMNS = [...Object.keys(Optional), ...REQUIRED_COLUMNS];

const Row = v.pipe(
  v.object({ ...Optional, ...Required }),
  v.check((row) => row.name !== '' || row.street !== '', 'needs a name or a street'),
  v.check(
    (row) => coordinatesOf({ latitude: row.lat, longitude: row.lng }) !== undefined,
    'lat and lng are both 0, which means "not known"',
  ),
);

export type ParsedPlaces = {
  places: { line: number; place: GazetteerPlace }[];
  /** One sentence per error, each with its line. */
  errors: string[];
};

/**
 * Reads places from a CSV file (RFC 4180) with a header line. Lines that begin with `#` are comments. The columns are
 * name, street, suburb, city, county, state, postcode, country, lat, lng and other_name, in any order; country, lat,
 * lng and a name or a street are required. Invalid rows are reported in `errors`, at most `maxErrors` of them.
 */
export function parsePlacesCsv(file: string, maxErrors = 20): ParsedPlaces {
  const result: ParsedPlaces = { places: [], errors: [] };
  let columns: string[] | undefined;
  let headerError: string | undefined;
  let endLine = 0;
  const parseRecord = (fields: string[], lines: number) => {
    endLine = lines;
    if (headerError !== undefined || result.errors.length >= maxErrors) return null;
    if (columns === undefined) {
      columns = fields.map((field) => field.toLowerCase());
      headerError = findHeaderError(columns);
      if (headerError !== undefined) result.errors.push(`line ${lines}: ${headerError}`);
      return null;
    }
    // The parser counts the line where a record ends, and a quoted field may contain line breaks.
    parseRow(columns, fields, lines - (fields.join().split('\n').length - 1), result);
    return null;
  };
  try {
    // The parser counts "\r\n" inside quotes as two lines.
    parse(file.replaceAll('\r\n', '\n'), {
      bom: true,
      comment: '#',
      comment_no_infix: true,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      on_record: (fields: string[], { lines }) => parseRecord(fields, lines),
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    result.errors.push(`line ${endLine + 1}: ${QUOTE_ERRORS[error.code] ?? error.message}`);
  }
  if (columns === undefined && result.errors.length === 0) result.errors.push('line 1: the file is empty');
  return result;
}

const QUOTE_ERRORS: Partial<Record<CsvErrorCode, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quoted field is never closed',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE:
    'text follows a closing quote; double the quotes inside a quoted field',
  INVALID_OPENING_QUOTE: 'a quote inside a field that is not quoted; quote the field and double the quote',
};

function findHeaderError(columns: string[]): string | undefined {
  const missing = REQUIRED_COLUMNS.filter((column) => !columns.includes(column));
  if (missing.length > 0) return `the header lacks ${missing.join(', ')}`;
  const unknown = columns.filter((column) => !COLUMNS.includes(column));
  if (unknown.length > 0) return `unknown columns ${unknown.join(', ')} (known: ${COLUMNS.join(', ')})`;
  const twice = columns.filter((column, index) => columns.indexOf(column) !== index);
  return twice.length > 0 ? `the header contains ${twice.join(', ')} twice` : undefined;
}

function parseRow(columns: string[], fields: string[], line: number, result: ParsedPlaces): void {
  if (fields.length !== columns.length) {
    result.errors.push(`line ${line}: ${fields.length} fields, the header has ${columns.length}`);
    return;
  }
  const named = Object.fromEntries(columns.map((column, index) => [column, fields[index]]));
  const parsed = v.safeParse(Row, named);
  if (parsed.success) result.places.push({ line, place: toPlace(parsed.output) });
  for (const issue of parsed.issues ?? []) {
    const words = [`line ${line}:`, v.getDotPath(issue) ?? [], issue.message];
    result.errors.push(words.flat().join(' '));
  }
}

function toPlace(row: v.InferOutput<typeof Row>): GazetteerPlace {
  const { name, street, other_name: otherName, lat: latitude, lng: longitude, ...area } = row;
  const place = { ...area, otherName, latitude, longitude, population: 0 };
  return name === ''
    ? { ...place, kind: 'street', name: street, street: '' }
    : { ...place, kind: 'landmark', name, street };
}
