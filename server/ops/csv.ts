import { TextBody } from '../endpoints/server-endpoint.ts';

type Cell = string | number | null | undefined;
/** What each column of a table contains, by its name. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

export function csvBody<Row>(columns: Columns<Row>, rows: readonly Row[]): TextBody {
  return new TextBody('text/csv; charset=utf-8', toCsv(columns, rows));
}

/** Comma-separated values (RFC 4180) for a spreadsheet, with the names of the columns first. */
export function toCsv<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const cells = rows.map((row) => Object.values(columns).map((cellOf) => cellOf(row)));
  return [Object.keys(columns), ...cells].map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
}

const NUMBER = /^-?\d+(\.\d+)?$/;
/**
 * The beginning of a formula, at the start of a cell or after a character that separates cells in some language. In
 * many languages a spreadsheet separates cells by semicolons, and ignores quotes that do not begin such a cell.
 */
const FORMULA = /(^|[;,|\t\r\n"])(\s*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** A spreadsheet would execute a text that begins like a formula. Numbers stay numbers. */
function toCell(value: Cell): string {
  const plain = String(value ?? '');
  const text = NUMBER.test(plain) ? plain : plain.replace(FORMULA, "$1$2'");
  return /[",;\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
