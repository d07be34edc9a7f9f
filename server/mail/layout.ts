import { html } from 'hono/html';
import type { Business } from '../config/business.ts';
import { documentPath } from '../documents/document-page.ts';
import { oneLine } from '../http/one-line.ts';

/** Places and the like are what people typed: this leaves an address, and no message. (SEC-18) */
const MAX_FACT = 120;

export type EmailContent = {
  subject: string;
  /** Sentences, one paragraph each. */
  paragraphs: readonly string[];
  /** A fact with a URL is a link in HTML; the plain text shows the URL instead of the value. */
  facts: readonly { label: string; value: string; url?: string }[];
  action: { label: string; url: string };
  footer: readonly { text: string; url?: string }[];
};

/** Inserts values into a text that names them as `{price}`. */
export function fillText(text: string, values: Record<string, string>): string {
  const known = new Map(Object.entries(values));
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => known.get(name) ?? '');
}

/** Writes the same content as plain text and as HTML, which loads nothing, so that no one learns of the opening. */
export function renderEmail(content: EmailContent): { subject: string; text: string; html: string } {
  const facts = content.facts.map((fact) => ({ ...fact, value: oneLine(fact.value, MAX_FACT) }));
  const shown = { ...content, facts };
  return { subject: content.subject, text: renderText(shown), html: renderHtml(shown) };
}

/** The company, and where to ask questions. */
export function footerOf({ operator, support }: Business): { text: string }[] {
  const company = [operator.name, operator.address].filter(Boolean).join(', ');
  return [
    ...(company === '' ? [] : [{ text: company }]),
    ...(support.email === undefined ? [] : [{ text: `Questions? Write to ${support.email}` }]),
  ];
}

export function receiptAction(receipt: { key: string }, publicUrl: string) {
  return { label: 'View and print your receipt', url: publicUrl + documentPath(receipt) };
}

function renderText({ paragraphs, facts, action, footer }: EmailContent): string {
  return [
    ...paragraphs.flatMap((paragraph) => [paragraph, '']),
    ...facts.map(({ label, value, url = value }) => `${label}: ${url}`),
    ...(facts.length > 0 ? [''] : []),
    `${action.label}: ${action.url}`,
    '',
    '--',
    ...footer.map(({ text, url }) => (url === undefined ? text : `${text}: ${url}`)),
  ].join('\n');
}

function renderHtml({ subject, paragraphs, facts, action, footer }: EmailContent): string {
  const rows = facts.map(
    ({ label, value, url }) =>
      html`<tr><th scope="row" align="left" style="padding:4px 16px 4px 0;color:#555;font-weight:normal">${label}</th><td style="padding:4px 0">${url === undefined ? value : html`<a href="${url}">${value}</a>`}</td></tr>`,
  );
  const lines = footer.map(({ text, url }) =>
    url === undefined ? html`${text}<br>` : html`<a href="${url}" style="color:#555">${text}</a><br>`,
  );
  return String(html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${subject}</title></head>
<body style="margin:0 auto;max-width:560px;padding:24px;font:16px/1.5 sans-serif;color:#111;background:#fff">
<h1 style="font-size:22px">${subject}</h1>
${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
${rows.length > 0 ? html`<table role="presentation">${rows}</table>` : ''}
<p><a href="${action.url}">${action.label}</a></p>
<p style="font-size:13px;color:#555">${lines}</p>
</body></html>`);
}
