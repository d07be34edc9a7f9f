import { brotliCompressSync, gzipSync } from 'node:zlib';
import { html } from 'hono/html';
import { DEFAULT_CONFIG } from '../../src/contract/default-config.ts';
import { currencyText } from '../../src/contract/money.ts';
import type { Business } from '../config/business.ts';
import { fileTag } from './entity-tag.ts';
import type { StaticFile, StaticFiles } from './static-files.ts';

/** An element that shows one setting, as the pages mark it. */
const SETTING = /<span data-setting="([\w.]+)"[^>]*>[^<]*<\/span>/g;

/**
 * Writes the settings of the business into the prerendered pages, which the build makes with the default settings. The
 * legal pages then name the operator also without scripts, for search engines and before the app has loaded.
 */
export function fillBusinessSettings(files: StaticFiles, business: Business): StaticFiles {
  const settings = settingTexts(business);
  const supportEmail = escapeHtml(business.support.email ?? DEFAULT_CONFIG.support.email);
  const filled: StaticFiles = new Map();
  for (const [url, file] of files) {
    const before = file.type.startsWith('text/html') ? Buffer.from(file.content).toString('utf8') : '';
    const after = before
      .replaceAll(SETTING, (element, name: string) => {
        const text = settings.get(name);
        return text === undefined ? element : `<span data-setting="${name}">${escapeHtml(text)}</span>`;
      })
      .replaceAll(DEFAULT_CONFIG.support.email, () => supportEmail);
    filled.set(url, after === before ? file : withContent(file, after));
  }
  return filled;
}

function settingTexts({ operator, tariff }: Business): Map<string, string> {
  const texts = new Map([['currency', currencyText(tariff.currency)]]);
  for (const [name, text] of Object.entries(operator)) {
    if (text !== undefined) texts.set(`operator.${name}`, text);
  }
  return texts;
}

function withContent(file: StaticFile, page: string): StaticFile {
  const content = new Uint8Array(Buffer.from(page));
  return {
    ...file,
    content,
    etag: fileTag(content),
    encodings: file.encodings.map(({ name }) => ({
      name,
      content: new Uint8Array(name === 'br' ? brotliCompressSync(content) : gzipSync(content)),
    })),
  };
}

function escapeHtml(text: string): string {
  return String(html`${text}`);
}
