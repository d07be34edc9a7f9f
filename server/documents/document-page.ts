import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';

export type DocumentRow = { label: string; value: string };
export type DocumentSection = { heading?: string; rows: DocumentRow[] };
/** A document as it was issued: text alone, which depends on no setting and on no time zone. */
export type DocumentContent = {
  title: string;
  /** The name, the address and the numbers of the company that issues the document. */
  supplier: string[];
  sections: DocumentSection[];
};

const STYLE = `
:root { color-scheme: light; }
body { margin: 0 auto; max-width: 45rem; padding: 24px; font: 1rem/1.5 system-ui, sans-serif; color: #111; background: #fff; }
address { font-style: normal; color: #444; }
h2 { margin: 24px 0 0; font-size: 1.125rem; }
dl { margin: 12px 0 0; }
dl div { display: flex; flex-wrap: wrap; gap: 0 16px; padding: 6px 0; border-top: 1px solid #ddd; break-inside: avoid; }
dt { flex: 1 0 7em; color: #444; }
dd { flex: 2 1 9em; margin: 0; overflow-wrap: anywhere; white-space: pre-line; }
nav { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; }
button, nav a { padding: 10px 0; color: #b00b69; font: inherit; font-weight: 600; }
button { padding-inline: 16px; border: 1px solid #7b8a86; border-radius: 14px; background: none; color: inherit; cursor: pointer; }
@media print { nav { display: none; } body { padding: 0; } }
`;
const SCRIPT = "document.querySelector('button').addEventListener('click', () => print());";

/** The page loads nothing, and runs nothing but its own button. */
const POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLE)}`,
  `script-src ${hashOf(SCRIPT)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const DOCUMENT_HEADERS = {
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
  // The address of a document is its key.
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

/** The page of a document, made for printing. Browsers save a printed page as PDF. */
export function renderDocument({ title, supplier, sections }: DocumentContent): string {
  const [name = '', ...lines] = supplier;
  return String(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${raw(STYLE)}</style></head>
<body><nav><button type="button">Print or save as PDF</button> <a href="/">Back to Send</a></nav>
<h1>${title}</h1>
<address><b>${name}</b>${lines.map((line) => html`<br>${line}`)}</address>
${sections.map(renderSection)}
<script>${raw(SCRIPT)}</script></body></html>
`);
}

/** The rows of a section by their labels. A row without a value is left out. */
export function toRows(values: Record<string, string | null | undefined>): DocumentRow[] {
  return Object.entries(values).flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

export function rowsOf({ sections }: DocumentContent): DocumentRow[] {
  return sections.flatMap(({ rows }) => rows);
}

/** No one can guess the key, so the address works without a login: for customers, guests and operators alike. */
export function documentPath({ key }: { key: string }): string {
  return `/api/documents/${key}`;
}

function renderSection({ heading, rows }: DocumentSection) {
  const pairs = rows.map(
    ({ label, value }) => html`<div><dt>${label}</dt><dd dir="auto">${value}</dd></div>`,
  );
  return html`<section>${heading === undefined ? '' : html`<h2>${heading}</h2>`}<dl>${pairs}</dl></section>`;
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
