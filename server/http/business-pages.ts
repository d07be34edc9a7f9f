import { createHash } from 'node:crypto';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { html } from 'hono/html';
import { DEFAULT_CONFIG } from '../../src/contract/default-config.ts';
import { currencyText, DEFAULT_CURRENCY } from '../../src/contract/money.ts';
import type { Business } from '../config/business.ts';
import { entityTag } from './entity-tag.ts';
import type { StaticFile, StaticFiles } from './static-files.ts';

/** An element that shows one setting, as the pages mark it. */
const SETTING = /<span data-setting="([\w.]+)"[^>]*>[^<]*<\/span>/g;

/**
 * Writes the settings of the business into the prerendered pages, which the build makes with the default settings. The
 * legal pages then name the operator also without scripts, for search engines and before the app has loaded.
 */
export function fillBusinessSettings(files: StaticFiles, business: Business): StaticFiles {
  const settings = new Map(
    Object.entries(business.operator).map(([name, text]) => [`operator.${name}`, text]),
  );
  const currency = escapeHtml(currencyText(business.tariff.currency));
  const supportEmail = escapeHtml(business.support.email ?? DEFAULT_CONFIG.support.email);
  const filled: StaticFiles = new Map();
  for (const [url, file] of files) {
    const before = file.type.startsWith('text/html') ? Buffer.from(file.content).toString('utf8') : '';
    const after = before
      .replaceAll(SETTING, (element, name: string) => {
        const text = settings.get(name);
        return text === undefined ? element : `<span data-setting="${name}">${escapeHtml(text)}</span>`;
      })
      // The FAQ names the currency in the middle of an answer.
      .replaceAll(currencyText(DEFAULT_CURRENCY), () => currency)
      .replaceAll(DEFAULT_CONFIG.support.email, () => supportEmail);
    filled.set(url, after === before ? file : withContent(file, after));
  }
  return filled;
}

/** The revision of a page in the worker's list of files. */
const PAGE_REVISION = /(?<="revision":")\w+(?=","url":"([\w/-]+\.html)")/g;

/**
 * Devices store a page with its headers until the worker lists another revision of it. So the revision depends on all
 * that this server sends: a content policy with former hosts would block the maps and the card fields of the new ones.
 */
export function listSentPages(files: StaticFiles, headers: Record<string, string>): StaticFiles {
  const worker = files.get('/sw.js');
  if (worker === undefined) return files;
  const revisionOf = (page: string) => {
    const sent = JSON.stringify([files.get(`/${page}`)?.etag, headers]);
    return createHash('sha256').update(sent).digest('hex').slice(0, 16);
  };
  const list = Buffer.from(worker.content).toString('utf8');
  const changed = list.replace(PAGE_REVISION, (_, page: string) => revisionOf(page));
  // Brotli would delay the start by almost a second.
  const encodings = worker.encodings.filter(({ name }) => name === 'gzip');
  return new Map([...files, ['/sw.js', withContent({ ...worker, encodings }, changed)]]);
}

function withContent(file: StaticFile, page: string): StaticFile {
  const content = new Uint8Array(Buffer.from(page));
  return {
    ...file,
    content,
    etag: entityTag(content),
    encodings: file.encodings.map(({ name }) => ({
      name,
      content: new Uint8Array(name === 'br' ? brotliCompressSync(content) : gzipSync(content)),
    })),
  };
}

function escapeHtml(text: string): string {
  return String(html`${text}`);
}
