import type { Business } from '../config/business.ts';
import { oneLine } from '../db/cut-text.ts';
import { documentPath } from '../documents/document-page.ts';

/** Places and the like are what people typed: this leaves an address, and no message. (SEC-18) */
const MAX_FACT = 120;

export type MailContent = {
  subject: string;
  /** Sentences, one paragraph each. */
  paragraphs: readonly string[];
  /** A fact with a URL is a link in HTML; the plain text shows the URL instead of the value. */
  facts: readonly { label: string; value: string; url?: string }[];
  action: { label: string; url: string };
  footer: readonly { text: string; url?: string }[];
};

/**
 * Writes the same content as plain text and as HTML. The HTML loads no resources, so that opening the email is not
 * reported to anyone.
 */
export function renderMail(content: MailContent): { subject: string; text: string; html: string } {
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

function renderText({ paragraphs, facts, action, footer }: MailContent): string {
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

function renderHtml({ subject, paragraphs, facts, action, footer }: MailContent): string {
  const rows = facts.map(
    ({ label, value, url }) =>
      `<tr><th scope="row" align="left" style="padding:4px 16px 4px 0;color:#555;font-weight:normal">${escapeHtml(label)}</th><td style="padding:4px 0">${url === undefined ? escapeHtml(value) : link(url, value)}</td></tr>`,
  );
  const lines = footer.map(({ text, url }) =>
    url === undefined
      ? escapeHtml(text)
      : `<a href="${escapeHtml(url)}" style="color:#555">${escapeHtml(text)}</a>`,
  );
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    '<body style="margin:0 auto;max-width:560px;padding:24px;font:16px/1.5 sans-serif;color:#111;background:#fff">',
    `<h1 style="font-size:22px">${escapeHtml(subject)}</h1>`,
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(rows.length > 0 ? [`<table role="presentation">${rows.join('')}</table>`] : []),
    `<p>${link(action.url, action.label)}</p>`,
    `<p style="font-size:13px;color:#555">${lines.join('<br>')}</p>`,
    '</body></html>',
  ].join('\n');
}

function link(url: string, text: string): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
