import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { BROWSER_ARGS, findBrowser } from '../support/find-browser.ts';
import { listenLocally } from '../support/listen-locally.ts';
import { type SendServer, startSend } from '../support/send-server.ts';

/**
 * `npm run bench:map` measures how large a map is, how long the picker takes from the click until the map is usable,
 * and how often the geocoder is called for one word. Each time is compared with an empty Leaflet page in the same run,
 * because machines differ. The tiles of both pages come from this machine.
 */
const ROUNDS = Number(process.env.ROUNDS ?? 7);
const ASSETS = 'dist/client/assets';

async function measure(): Promise<void> {
  printSizes();
  const found = findBrowser();
  const server = await startSend();
  const browser = await chromium.launch({ executablePath: found.path, args: BROWSER_ARGS });
  const bare = await emptyLeafletPage();
  try {
    const rounds = { bare: [] as number[], cold: [] as number[], warm: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      rounds.bare.push(await measureBareMap(browser, bare.url));
      const { cold, warm } = await measurePicker(browser, server);
      rounds.cold.push(cold);
      rounds.warm.push(warm);
    }
    const base = median(rounds.bare);
    console.info(
      `empty Leaflet page, from the request to its map   ${base.toFixed(0)} ms (median of ${ROUNDS})`,
    );
    for (const kind of ['cold', 'warm'] as const) {
      const time = median(rounds[kind]);
      console.info(
        `picker ${kind}, from the click to a usable map       ${time.toFixed(0)} ms, ${(time / base).toFixed(2)} times`,
      );
    }
    console.info(
      `questions for "Malahide", a key each 60 ms        ${await countGeocodeRequests(browser, server)}`,
    );
  } finally {
    await browser.close();
    bare.stop();
    await server.stop();
  }
}

function printSizes(): void {
  const weight = (pattern: RegExp) =>
    readdirSync(ASSETS)
      .filter((name) => pattern.test(name))
      .reduce((sum, name) => sum + brotliCompressSync(readFileSync(join(ASSETS, name))).length / 1024, 0);
  if (!existsSync(ASSETS)) throw new Error('There is no build: run "npm run build" first.');
  console.info(`code of the maps     ${weight(/^map-(?!region).*\.js$/).toFixed(1)} KB brotli`);
  console.info(`data of the region   ${weight(/^map-region.*\.js$/).toFixed(1)} KB brotli`);
}

/** The lower bound of every Leaflet map: Leaflet's own files, a container and one tile layer. */
async function emptyLeafletPage(): Promise<{ url: string; stop: () => void }> {
  const dist = 'node_modules/leaflet/dist';
  const files: Record<string, [string, string | Buffer]> = {
    '/leaflet.js': ['text/javascript', readFileSync(`${dist}/leaflet.js`)],
    '/leaflet.css': ['text/css', readFileSync(`${dist}/leaflet.css`)],
    '/': [
      'text/html',
      '<!doctype html><link rel="stylesheet" href="/leaflet.css"><div id="map" style="height:600px"></div>' +
        '<script src="/leaflet.js"></script><script>L.map("map").setView([53.35,-6.26],13)</script>',
    ],
  };
  const server = createServer((request, response) => {
    const [type, body] = files[request.url ?? '/'] ?? ['text/plain', ''];
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  const port = await listenLocally(server);
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}

async function measureBareMap(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage();
  const started = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator('.leaflet-map-pane').waitFor({ state: 'attached' });
  const time = performance.now() - started;
  await page.close();
  return time;
}

/** A map is usable when its labels are shown and a click picks a place. Warm means the second time in the same page. */
async function measurePicker(browser: Browser, server: SendServer): Promise<{ cold: number; warm: number }> {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const open = async () => {
    const started = performance.now();
    await page.getByRole('button', { name: 'Map picker for pick-up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pick location' });
    await dialog.getByText('Dublin', { exact: true }).waitFor();
    const time = performance.now() - started;
    await dialog.getByRole('button', { name: 'Close the map' }).click();
    await dialog.waitFor({ state: 'detached' });
    return time;
  };
  const cold = await open();
  const warm = await open();
  await context.close();
  return { cold, warm };
}

async function countGeocodeRequests(browser: Browser, server: SendServer): Promise<number> {
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  let count = 0;
  page.on('request', (request) => {
    if (request.url().includes('/geocode/search')) count += 1;
  });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  await page.getByLabel('Pick-up Location').pressSequentially('Malahide', { delay: 60 });
  await page
    .getByRole('option', { name: /Malahide/ })
    .first()
    .waitFor();
  await context.close();
  return count;
}

function median(list: readonly number[]): number {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

await measure();
