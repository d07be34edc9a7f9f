import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { DELIVERY_PAGE, PRERENDERED_PAGES } from '../src/contract/pages.ts';
import { UNUSED_VARIABLES } from './support/mantine-variables.ts';

/**
 * What each route loads before any interaction, in KB compressed with Brotli: the entry, the route's chunk, and what
 * both import. A chunk that is loaded later (a dialog, a map, the services) does not count, and neither do the styles
 * inside the page. React, the router and Mantine's core are 103 KB of each. The budgets are the measured sizes with a
 * small margin.
 */
const BUDGETS: Record<string, { routeFile: string; js: number; css: number }> = {
  '/': { routeFile: 'index', js: 138.5, css: 10.7 },
  '/tracking': { routeFile: 'tracking', js: 118.8, css: 9 },
  '/faq': { routeFile: 'faq', js: 118.3, css: 8.9 },
  '/deliveries': { routeFile: 'deliveries.index', js: 140, css: 10.7 },
  '/deliveries/{id}': { routeFile: 'deliveries.$deliveryId.index', js: 149, css: 12 },
  '/account': { routeFile: 'account', js: 139.7, css: 12 },
  '/auth/login': { routeFile: 'auth.login', js: 133.3, css: 10 },
};
/** The first line of the files that a page loads before it is hydrated. See scripts/build/compile-hints.ts. */
const COMPILE_HINT = /^\/\/# allFunctionsCalledOnLoad\n/;
const WORKER_KB = 22;
/** A page with its critical CSS arrives in the first 14.6 KB that a server may send without waiting. */
const PAGE_KB = 8;
const MAP_KB = 45;
const REGION_KB = 60;
const COMMON_PASSWORDS_KB = 15;

const DIST = 'dist/client';
const Manifest = v.record(
  v.string(),
  v.object({
    file: v.string(),
    name: v.optional(v.string()),
    imports: v.optional(v.array(v.string()), []),
    css: v.optional(v.array(v.string()), []),
  }),
);

const manifest = v.parse(Manifest, JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')));

/** A chunk and everything that it imports statically, each file once. */
function chunkFiles(keys: readonly string[], seen = new Set<string>()): string[] {
  return keys.flatMap((key) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return [];
    seen.add(key);
    return [chunk.file, ...chunk.css, ...chunkFiles(chunk.imports, seen)];
  });
}

const sizeCache = new Map<string, number>();
function kilobytes(file: string): number {
  const known = sizeCache.get(file) ?? brotliCompressSync(withoutHashes(file)).length / 1024;
  sizeCache.set(file, known);
  return known;
}

/** Each build has other hashes in the names and the list of files, which change the size of a script by 100 bytes. */
function withoutHashes(file: string): string {
  const hashes = /(?<=-)[\w-]{8}(?=\.(?:js|css)\b)|(?<=")[\da-f]{16}(?=")/g;
  return readFileSync(join(DIST, file), 'utf8').replaceAll(hashes, '0');
}

function keyOf(name: string): string | undefined {
  return Object.keys(manifest).find((key) => manifest[key]?.name === name);
}

function measureRoute(routeFile: string) {
  const route = keyOf(`page-${routeFile.replaceAll('$', '')}`);
  const files = new Set(chunkFiles(['index.html', route ?? `no chunk for ${routeFile}`]));
  const sum = (ending: string) =>
    [...files].filter((file) => file.endsWith(ending)).reduce((total, file) => total + kilobytes(file), 0);
  const scripts = [...files].filter((file) => file.endsWith('.js'));
  return { route, scripts, js: sum('.js'), css: sum('.css'), count: files.size };
}

/** A text of the head of a page that other programs read. */
function metaContent(file: string, name: string): string | undefined {
  return new RegExp(`<meta [^>]*"${name}" content="([^"]+)"`).exec(
    readFileSync(join(DIST, file), 'utf8'),
  )?.[1];
}

describe('Budgets', () => {
  const weights = Object.entries(BUDGETS).map(([path, budget]) => ({
    path,
    budget,
    ...measureRoute(budget.routeFile),
  }));

  test.each(weights)('$path loads no more than its budget', ({ path, route, js, css, count, budget }) => {
    console.info(
      `${path.padEnd(18)} JS ${js.toFixed(1).padStart(6)} of ${budget.js} KB   ` +
        `CSS ${css.toFixed(1).padStart(5)} of ${budget.css} KB   ${count} files`,
    );
    expect(Object.keys(manifest)).toContain(route);
    expect(js).toBeLessThanOrEqual(budget.js);
    expect(css).toBeLessThanOrEqual(budget.css);
  });

  test.each(weights)('Chromium compiles the scripts of $path while they load', ({ scripts }) => {
    expect(scripts.length).toBeGreaterThan(1);
    for (const file of scripts) expect(readFileSync(join(DIST, file), 'utf8'), file).toMatch(COMPILE_HINT);
  });

  test.each([...PRERENDERED_PAGES.map(({ file }) => file), DELIVERY_PAGE])(
    '%s has one heading, arrives in the first packets and loads nothing before the first paint (LAY-06, LAY-07)',
    (file) => {
      const page = readFileSync(join(DIST, file), 'utf8');
      const beforeTemplate = page.slice(0, page.indexOf('<template id="app-files">'));
      // The views of guests and customers have their heading in common.
      expect(page.match(/<h1/g)).toHaveLength(1);
      expect(beforeTemplate).not.toMatch(/rel="(stylesheet|modulepreload)"|<script[^>]* src=/);
      expect(kilobytes(file)).toBeLessThanOrEqual(PAGE_KB);
      // The entry and the scripts that it imports are downloaded together, before the styles.
      const [, files = ''] = page.split('<template id="app-files">');
      const entry = /<script[^>]* src="([^"]+)"/.exec(files)?.[1];
      expect(files).toContain(`<link rel="modulepreload" crossorigin href="${entry}">`);
      expect(files.indexOf('rel="stylesheet"')).toBeGreaterThan(files.indexOf('<script'));
    },
  );

  test.each(PRERENDERED_PAGES)(
    'a link to $path has a preview with the title and the purpose of the page (LAY-28)',
    ({ file }) => {
      const page = readFileSync(join(DIST, file), 'utf8');
      expect(page).toContain(`<title>${metaContent(file, 'og:title')} – Send</title>`);
      expect(metaContent(file, 'og:description')).toMatch(/^[A-Z].{30,120}\.$/);
      expect(metaContent(file, 'description')).toBe(metaContent(file, 'og:description'));
    },
  );

  test('the preview of each public page describes that page and no other one (LAY-28)', () => {
    // A link to these pages shows everybody else a login, so they have the description of the app.
    const ofCustomers = ['/deliveries', '/account'];
    const publicPages = PRERENDERED_PAGES.filter(({ path }) => !ofCustomers.includes(path));
    expect(publicPages.map(({ path }) => path)).toEqual([
      '/',
      '/tracking',
      '/faq',
      '/auth/login',
      '/auth/register',
      '/terms-and-conditions',
      '/privacy-policy',
    ]);
    const descriptions = publicPages.map(({ file }) => metaContent(file, 'og:description'));
    expect(new Set(descriptions).size, descriptions.join('\n')).toBe(publicPages.length);
  });

  test.each([
    ['Tabs', ['deliveries.index', 'account'], ['index', 'tracking', 'faq']],
    ['Modal', [], ['index', 'tracking', 'faq', 'deliveries.index', 'auth.login']],
  ])('only pages that show %s load its styles (LAY-23)', (component, showing, others) => {
    const styles = readFileSync(`node_modules/@mantine/core/styles/${component}.css`, 'utf8');
    const className = /\.m_[\da-f]+/.exec(styles)?.[0] ?? 'no class';
    const hasStyles = (routeFile: string) =>
      chunkFiles(['index.html', keyOf(`page-${routeFile}`) ?? ''])
        .filter((file) => file.endsWith('.css'))
        .some((file) => readFileSync(join(DIST, file), 'utf8').includes(className));
    expect(showing.filter((routeFile) => !hasStyles(routeFile))).toEqual([]);
    expect(others.filter(hasStyles)).toEqual([]);
    const files = readdirSync(join(DIST, 'assets')).filter((file) => file.endsWith('.css'));
    expect(files.some((file) => readFileSync(join(DIST, 'assets', file), 'utf8').includes(className))).toBe(
      true,
    );
  });

  test('a stylesheet defines every theme variable that a stylesheet or a script uses', () => {
    const textOf = (ending: string) =>
      readdirSync(join(DIST, 'assets'))
        .filter((file) => file.endsWith(ending))
        .map((file) => readFileSync(join(DIST, 'assets', file), 'utf8'))
        .join('\n');
    const styles = textOf('.css');
    const defined = new Set(styles.match(/--(send|mantine)-[\w-]+(?=:)/g));
    const uses = (styles + textOf('.js')).matchAll(/(?:var\(|["'`])(--(?:send|mantine)-[\w-]+)["'`),]/g);
    const used = new Set([...uses].map(([, name = '']) => name));
    // No field shows success, for which the theme has no color.
    expect([...used].filter((name) => !defined.has(name))).toEqual(['--mantine-color-teal-8']);
    expect(used).toContain('--send-font');
    expect([...used].filter((name) => UNUSED_VARIABLES.test(name))).toEqual([]);
  });

  test('the service worker is one small file', () => {
    expect(kilobytes('sw.js')).toBeLessThanOrEqual(WORKER_KB);
  });

  test('the map code is small and loads only on pages with a map', () => {
    // What is loaded after hydration is on every page.
    const first = new Set(chunkFiles(['index.html', keyOf('page-index') ?? '', keyOf('background') ?? '']));
    const added = chunkFiles(['src/map/RouteMap.tsx']).filter(
      (file) => file.endsWith('.js') && !first.has(file),
    );
    const js = added.reduce((total, file) => total + kilobytes(file), 0);
    const region = kilobytes(manifest['src/map/region/region.generated.json']?.file ?? 'no region');
    console.info(
      `map                JS ${js.toFixed(1)} of ${MAP_KB} KB   region ${region.toFixed(1)} of ${REGION_KB} KB`,
    );
    // Leaflet alone is more than half of the budget, so a small sum shows that the first files do not include it.
    expect(js).toBeGreaterThan(MAP_KB / 2);
    expect(js).toBeLessThanOrEqual(MAP_KB);
    expect(region).toBeLessThanOrEqual(REGION_KB);
  });

  test('the list of common passwords is a small file of its own that no page loads at first (AUT-09)', () => {
    const file = manifest['src/contract/lists/common-passwords.generated.txt']?.file ?? 'no list';
    console.info(`common passwords   ${kilobytes(file).toFixed(1)} of ${COMMON_PASSWORDS_KB} KB`);
    expect(kilobytes(file)).toBeLessThanOrEqual(COMMON_PASSWORDS_KB);
    expect(readFileSync(join(DIST, 'sw.js'), 'utf8')).not.toContain(file);
  });
});
