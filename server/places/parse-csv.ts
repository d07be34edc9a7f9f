export type CsvRecord = {
  /** Line of the file where the record begins, from 1. */
  line: number;
  fields: string[];
};

export class CsvError extends Error {
  constructor(line: number, message: string) {
    super(`line ${line}: ${message}`);
    this.name = 'CsvFault';
  }
}

/**
 * Comma-separated values as RFC 4180 has them: quoted fields may hold commas, line ends and doubled quotes.
 * Blank lines and lines that begin with `#` are skipped.
 * @throws CsvFault where a quote is never closed
 */
export function* parseCsv(text: string): Generator<CsvRecord> {
  const end = text.length;
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let line = 1;
  while (at < end) {
    const first = line;
    if (text[at] === '#') {
      at = endOfLine(text, at);
      line++;
      continue;
    }
    const fields: string[] = [];
    let isOpen = true;
    while (isOpen) {
      let field = '';
      if (text[at] === '"') {
        const close = closingQuote(text, at, first);
        field = text.slice(at + 1, close).replaceAll('""', '"');
        line += field.split('\n').length - 1;
        at = close + 1;
      }
      const stop = endOfField(text, at);
      field += text.slice(at, stop);
      fields.push(field.trim());
      isOpen = text[stop] === ',';
      at = isOpen ? stop + 1 : endOfLine(text, stop);
    }
    line++;
    if (fields.length > 1 || fields[0] !== '') yield { line: first, fields };
  }
}

function closingQuote(text: string, from: number, line: number): number {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] !== '"') continue;
    if (text[at + 1] !== '"') return at;
    at++;
  }
  throw new CsvError(line, 'a quoted field is never closed');
}

function endOfField(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== ',' && text[at] !== '\n' && text[at] !== '\r') at++;
  return at;
}

/** Behind the line end that follows. */
function endOfLine(text: string, from: number): number {
  const next = text.indexOf('\n', from);
  return next === -1 ? text.length : next + 1;
}
