type Cell = string | number | null | undefined;

/** Comma-separated values (RFC 4180) for a spreadsheet, with the names of the columns first. */
export function toCsv(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [columns, ...rows].map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
}

/** A spreadsheet would execute a text that begins like a formula. */
function toCell(value: Cell): string {
  if (typeof value === 'number') return String(value);
  const text = (value ?? '').replace(/^(?=[=+\-@\t\r])/, "'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
