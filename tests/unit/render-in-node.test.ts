import { brotliDecompressSync } from 'node:zlib';
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DEFAULT_BUSINESS } from '../../server/config/business.ts';
import { fillBusinessSettings } from '../../server/http/business-pages.ts';
import { entityTag } from '../../server/http/entity-tag.ts';
import { DEFAULT_TARIFF } from '../../src/contract/price.ts';
import { routeTree } from '../../src/routeTree.gen.ts';

/** The build prerenders these pages, so they must not use `window` at import or while rendering. */
const PUBLIC_PAGES: [string, RegExp][] = [
  ['/', /Request a Delivery/],
  ['/tracking', /Package Tracking/],
  ['/faq', /How long does delivery take\?/],
  ['/auth/login', /Login/],
  ['/auth/register', /Register/],
  ['/terms-and-conditions', /June 13, 2025/],
  ['/privacy-policy', /session-recording tool/],
  ['/deliveries', /My Deliveries/],
  ['/account', /Account/],
  ['/no/such/page', /Page not found/],
];

test.each(PUBLIC_PAGES)('%s renders without a window (RTE-01, RTE-02, RTE-07)', async (path, words) => {
  expect(typeof window).toBe('undefined');
  const html = await renderPage(path);
  expect(html).toMatch(words);
  expect(html).not.toContain('<style');
});

const OPERATOR = '>Parcels &amp; Sons &quot;Kent&quot; &lt;Ltd&gt;</span>';
const CURRENCY = 'British pounds (GBP)';
const SUPPORT = 'help&amp;more@kent.example';
const FILLED_PAGES: [string, string[]][] = [
  ['/terms-and-conditions', [OPERATOR, CURRENCY, SUPPORT]],
  ['/privacy-policy', [OPERATOR, SUPPORT]],
  ['/faq', [CURRENCY, SUPPORT]],
];

test.each(FILLED_PAGES)(
  '%s names the operator of BUSINESS_FILE before any script has run (LEG-01)',
  async (path, texts) => {
    const content = new Uint8Array(Buffer.from(await renderPage(path)));
    const page = { content, type: 'text/html; charset=utf-8', etag: entityTag(content), isImmutable: false };
    const script = { ...page, type: 'text/javascript; charset=utf-8', encodings: [] };
    const files = new Map([
      ['/page.html', { ...page, encodings: [{ name: 'br' as const, content }] }],
      ['/script.js', script],
    ]);
    expect(fillBusinessSettings(files, DEFAULT_BUSINESS)).toEqual(files);

    const filled = fillBusinessSettings(files, {
      tariff: { ...DEFAULT_TARIFF, currency: 'GBP' },
      support: { email: 'help&more@kent.example' },
      sender: {},
      timeZone: 'Europe/Dublin',
      operator: {
        name: 'Parcels & Sons "Kent" <Ltd>',
        number: '123456',
        address: '1 High Street',
        retention: 'two years',
        dataProtectionContact: 'the privacy office',
      },
    });
    const file = filled.get('/page.html');
    const text = Buffer.from(file?.content ?? []).toString('utf8');
    expect(text).not.toMatch(/\[operator:|support@send\.example|euros/);
    for (const expected of texts) expect(text).toContain(expected);
    expect(file?.etag).not.toBe(page.etag);
    expect(brotliDecompressSync(file?.encodings[0]?.content ?? new Uint8Array()).toString()).toBe(text);
    expect(filled.get('/script.js')).toBe(files.get('/script.js'));
  },
);

async function renderPage(path: string): Promise<string> {
  const router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: [path] }),
    isServer: true,
  });
  await router.load();
  return renderToString(createElement(RouterProvider, { router }));
}
