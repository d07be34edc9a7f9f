import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { BROWSER_ARGS, findBrowser } from '../support/find-browser.ts';
import { startSend } from '../support/send-server.ts';

/**
 * `npm run bench:page` measures the largest contentful paint of the public pages, and when they are hydrated, on a slow
 * connection and a slow processor. Each value is compared with a hand-written page and with an empty React page of the
 * same run, because machines differ.
 */
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const CPU_SLOWDOWN = 4;
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 };
const PATHS = ['/', '/tracking', '/faq'];

/** Milliseconds from the navigation. */
type Visit = { paint: number; live: number };
type Target = { name: string; url: string; hasWorker: boolean };

async function measure(): Promise<void> {
  const folder = mkdtempSync('node_modules/.cache/bench-page-');
  const browser = await chromium.launch({ executablePath: findBrowser().path, args: BROWSER_ARGS });
  const server = await startSend();
  const references = await serveReferences(folder);
  try {
    const targets: Target[] = [
      { name: 'hand-written page', url: `${references.url}/static`, hasWorker: false },
      { name: 'empty React page', url: `${references.url}/react`, hasWorker: false },
      ...PATHS.map((path) => ({ name: `Send ${path}`, url: server.url + path, hasWorker: true })),
    ];
    const first = new Map<string, Visit[]>();
    const repeat = new Map<string, Visit[]>();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const target of targets) {
        const visits = await measureVisits(browser, target);
        first.set(target.name, [...(first.get(target.name) ?? []), visits.first]);
        repeat.set(target.name, [...(repeat.get(target.name) ?? []), visits.repeat]);
      }
    }
    printTable('first visit', first);
    printTable('repeat visit', repeat);
  } finally {
    await browser.close();
    references.stop();
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

/** A page without code, and one that React hydrates; both mark the root element like the app does. */
async function serveReferences(folder: string): Promise<{ url: string; stop: () => void }> {
  const entry = join(folder, 'react.js');
  writeFileSync(
    entry,
    `import { createElement as h, useEffect } from 'react';
    import { hydrateRoot } from 'react-dom/client';
    function Page() {
      useEffect(() => { document.documentElement.dataset.live = ''; }, []);
      return h('h1', null, 'Request a Delivery');
    }
    hydrateRoot(document.getElementById('root'), h(Page));`,
  );
  await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { outDir: join(folder, 'out'), lib: { entry, formats: ['es'], fileName: () => 'react.js' } },
  });
  const page = (attributes: string, script: string) =>
    `<!doctype html><html lang="en"${attributes}><meta charset="utf-8"><title>Reference</title>` +
    `<meta name="viewport" content="width=device-width"><body><div id="root"><h1>Request a Delivery</h1></div>${script}`;
  const files: Record<string, [type: string, body: string]> = {
    '/static': ['text/html', page(' data-live', '')],
    '/react': ['text/html', page('', '<script type="module" src="/react.js"></script>')],
    '/react.js': ['text/javascript', readFileSync(join(folder, 'out/react.js'), 'utf8')],
  };
  const server = createServer((request, response) => {
    const [type, body] = files[request.url ?? ''] ?? ['text/plain', ''];
    const headers = { 'content-type': type, 'content-encoding': 'br', 'cache-control': 'max-age=3600' };
    response.writeHead(200, headers).end(brotliCompressSync(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return { url: `http://127.0.0.1:${address.port}`, stop: () => server.close() };
}

async function measureVisits(
  browser: Browser,
  { url, hasWorker }: Target,
): Promise<{ first: Visit; repeat: Visit }> {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW_4G);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const first = await measureVisit(page, url);
  if (hasWorker) await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  const repeat = await measureVisit(page, url);
  await context.close();
  return { first, repeat };
}

async function measureVisit(page: Page, url: string): Promise<Visit> {
  await page.goto(url, { waitUntil: 'commit' });
  return page.evaluate(async () => {
    const { documentElement } = document;
    while (documentElement.dataset.live === undefined) await new Promise(requestAnimationFrame);
    const live = performance.now();
    const paint = await new Promise<number>((resolve) =>
      new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
        type: 'largest-contentful-paint',
        buffered: true,
      }),
    );
    return { paint, live };
  });
}

function printTable(title: string, results: ReadonlyMap<string, Visit[]>): void {
  const medians = [...results].map(([name, visits]) => ({
    name,
    paint: median(visits.map(({ paint }) => paint)),
    live: median(visits.map(({ live }) => live)),
  }));
  const [handWritten, react] = medians;
  if (handWritten === undefined || react === undefined) return;
  console.info(
    `\n${title}, medians of ${ROUNDS}: largest paint (x hand-written page), live (x empty React page)`,
  );
  for (const { name, paint, live } of medians) {
    const paintRatio = (paint / handWritten.paint).toFixed(2);
    const liveRatio = (live / react.live).toFixed(2);
    console.info(
      `${name.padEnd(20)} ${paint.toFixed(0).padStart(6)} ms (${paintRatio}) ${live.toFixed(0).padStart(6)} ms (${liveRatio})`,
    );
  }
}

function median(list: readonly number[]): number {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

await measure();
