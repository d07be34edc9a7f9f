import { CsvError, parse } from 'csv-parse/sync';
import * as v from 'valibot';
import { TEXT_MAX_LENGTH } from '../../src/contract/constants.ts';
import { text } from '../../src/contract/text.ts';
import { OperatorError } from '../config/operator-error.ts';
import type { GazetteerPlace } from '../queries/gazetteer.ts';
import { degrees } from './gazetteer-row.ts';

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
  v.check(({ lat, lng }) => lat !== 0 || lng !== 0, 'lat and lng are both 0, which means "not known"'),
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
  let hasHeader = false;
  const parseRow = (record: Record<string, string>, line: number) => {
    const parsed = v.safeParse(Row, record);
    if (parsed.success) result.places.push({ line, place: toPlace(parsed.output) });
    for (const issue of parsed.issues ?? []) {
      const words = [`line ${line}:`, v.getDotPath(issue) ?? [], issue.message];
      result.errors.push(words.flat().join(' '));
    }
  };
  try {
    // The parser counts "\r\n" inside quotes as two lines.
    parse(file.replaceAll('\r\n', '\n'), {
      bom: true,
      comment: '#',
      comment_no_infix: true,
      trim: true,
      skip_empty_lines: true,
      columns(header: string[]) {
        hasHeader = true;
        return parseHeader(header);
      },
      on_record(record: Record<string, string>, { lines }) {
        if (result.errors.length < maxErrors) parseRow(record, lines);
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError || error instanceof OperatorError)) throw error;
    result.errors.push(error.message);
  }
  if (!hasHeader) result.errors.push('the file is empty');
  return result;
}

function parseHeader(header: string[]): string[] {
  const columns = header.map((column) => column.toLowerCase());
  const isComplete = REQUIRED_COLUMNS.every((column) => columns.includes(column));
  const isKnown = columns.every((column) => COLUMNS.includes(column));
  if (isComplete && isKnown && new Set(columns).size === columns.length) return columns;
  throw new OperatorError(
    `the header must name ${REQUIRED_COLUMNS.join(', ')}, and each column once: ${COLUMNS.join(', ')}`,
  );
}

function toPlace(row: v.InferOutput<typeof Row>): GazetteerPlace {
  const { name, street, other_name: otherName, lat: latitude, lng: longitude, ...area } = row;
  const place = { ...area, otherName, latitude, longitude, population: 0 };
  return name === ''
    ? { ...place, kind: 'street', name: street, street: '' }
    : { ...place, kind: 'landmark', name, street };
}
