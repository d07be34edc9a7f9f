import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import pg from 'pg';
import { matchesSearch, tabOf } from '../../src/domain/delivery-list.ts';
import { LIST_PAGE_SIZE } from '../../src/domain/limits.ts';
import { anAddress } from '../support/address-fixtures.ts';
import { aDelivery, anOrder } from '../support/delivery-fixtures.ts';
import { BROWSER_ARGS, findBrowser } from '../support/find-browser.ts';
import { startPostgres } from '../support/postgres.ts';
import { startSend } from '../support/send-server.ts';
import { spawnServer } from '../support/spawned-server.ts';
import { addSkewedDeliveries } from './server-rows.ts';

/**
 * `npm run bench:lists` opens, scrolls, filters and searches long lists at a quarter of the processor's speed, and prints
 * the longest interaction, the longest task and the highest number of rows in the document. The benchmark itself
 * responds to the calls of the API, so that no server competes with the browser for the processor. Then it measures the
 * lists of a large customer on a server with PostgreSQL and `ROWS` deliveries. `ONLY=server` or `ONLY=browser` measures
 * one of both.
 */
const ROWS = Number(process.env.ROWS ?? 1_000_000);
const LARGE_LISTS = ['/api/orderrequests?limit=20', '/api/orderrequests'];
const CPU_SLOWDOWN = 4;
const SCROLL_STEP = 2500;
const NOW = Date.UTC(2026, 10, 1);
const TOWNS = ['Howth', 'Bray', 'Swords', 'Rathmines', 'Malahide'];

const isoTime = (hoursAgo: number) => new Date(NOW - hoursAgo * 3600_000).toISOString();
const DELIVERIES = Array.from({ length: 1000 }, (_, n) =>
  aDelivery({
    id: 2000 - n,
    created: isoTime(n),
    status: n % 4 === 3 ? 3 : 2,
    dropOffSnapshot: { name: `${n} Main Street`, city: TOWNS[n % TOWNS.length] ?? '' },
    order: anOrder({ id: 2000 - n, guid: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}` }),
  }),
);
const PAYMENTS = Array.from({ length: 500 }, (_, n) => ({
  id: 2000 - n,
  created: isoTime(n * 24),
  status: 2,
  amount: 18.4,
  currency: 'EUR',
  description: `Delivery to ${TOWNS[n % TOWNS.length]}`,
}));
const ADDRESSES = Array.from({ length: 200 }, (_, n) =>
  anAddress({ id: n + 1, name: `Shop ${n}`, street: `${n} Main Street` }),
);
const CUSTOMER = { name: 'Aoife Brennan', email: 'aoife@example.ie', phoneNumber: null, jwtToken: 'token' };

type Result = { interaction: number; task: number; rows: number };

async function measure(): Promise<void> {
  const server = await startSend();
  const browser = await chromium.launch({ executablePath: findBrowser().path, args: BROWSER_ARGS });
  try {
    const context = await browser.newContext({
      viewport: { width: 412, height: 823 },
      serviceWorkers: 'block',
      storageState: {
        cookies: [],
        origins: [{ origin: server.url, localStorage: [{ name: 'user', value: JSON.stringify(CUSTOMER) }] }],
      },
    });
    await fakeLists(context);
    const page = await openThrottled(context, server.url);
    console.info('longest interaction, longest task, most rows in the document');
    const step = async (name: string, run: () => Promise<void>) => print(name, await measureStep(page, run));

    await step('1,000 deliveries: open', async () => {
      await page.getByRole('button', { name: 'Menu' }).click();
      await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
      await page.locator('main li').nth(29).waitFor();
    });
    await step('1,000 deliveries: scroll', () => scrollToEnd(page));
    await step('1,000 deliveries: filter', async () => {
      await page.evaluate(() => scrollTo(0, 0));
      await page.getByRole('tab', { name: 'Past' }).click();
      await page.getByRole('tab', { name: 'Active' }).click();
    });
    await step('1,000 deliveries: search', async () => {
      await page.getByPlaceholder('Search deliveries...').click();
      await page.keyboard.type('howth', { delay: 150 });
    });

    await page.goto(`${server.url}/account?tab=billing&list=history`);
    await page.locator('main li').nth(29).waitFor();
    await step('500 payments: scroll', () => scrollToEnd(page));
    await step('500 payments: filter and search', async () => {
      await page.evaluate(() => scrollTo(0, 0));
      await page.getByPlaceholder('Enter tracking number').click();
      await page.keyboard.type('swords', { delay: 150 });
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByLabel('From Date').fill('2026-01-01');
      await page.getByRole('button', { name: 'Clear Filters' }).click();
    });
    await step('200 addresses: open', async () => {
      await page.getByRole('tab', { name: 'My Addresses' }).click();
      await page.locator('main li').nth(29).waitFor();
    });
    await step('200 addresses: scroll', () => scrollToEnd(page));
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function openThrottled(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const measured = { interaction: 0, task: 0, rows: 0 };
    Object.assign(window, { measured });
    // The functions have no names, because the transpiler would wrap them with a helper that the page does not have.
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (Reflect.get(entry, 'interactionId'))
          measured.interaction = Math.max(measured.interaction, entry.duration);
      }
    }).observe(Object.assign({ type: 'event' }, { durationThreshold: 16 }));
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) measured.task = Math.max(measured.task, duration);
    }).observe({ type: 'longtask' });
    new MutationObserver(() => {
      measured.rows = Math.max(measured.rows, document.querySelectorAll('main li').length);
    }).observe(document, { childList: true, subtree: true });
  });
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.goto(`${url}/faq`);
  await page.locator('html[data-live]').waitFor();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  return page;
}

async function measureStep(page: Page, run: () => Promise<void>): Promise<Result> {
  await page.evaluate(() =>
    Object.assign(Reflect.get(window, 'measured'), { interaction: 0, task: 0, rows: 0 }),
  );
  await run();
  // Entries are reported after the next paint.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  return page.evaluate(() => Reflect.get(window, 'measured'));
}

/** Scrolls until every row was shown, as a user with a wheel does. */
async function scrollToEnd(page: Page): Promise<void> {
  await page.mouse.move(200, 400);
  const isAtEnd = () =>
    page.evaluate(
      () =>
        scrollY + innerHeight >= document.documentElement.scrollHeight - 2 &&
        ![...document.querySelectorAll('main button')].some(({ textContent }) => textContent === 'Show more'),
    );
  while (!(await isAtEnd())) {
    await page.mouse.wheel(0, SCROLL_STEP);
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  }
}

/** Responds like the reference server: with one page of the matching rows and a link to the next page. */
async function fakeLists(context: BrowserContext): Promise<void> {
  await context.route(/\/api\//, async (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    const search = searchParams.get('search') ?? '';
    const filter = searchParams.get('filter');
    const rowsOf = (): readonly { id: number }[] | undefined => {
      if (pathname.endsWith('/orderrequests'))
        return DELIVERIES.filter(
          (delivery) => (filter === null || tabOf(delivery) === filter) && matchesSearch(delivery, search),
        );
      if (pathname.endsWith('/payments'))
        return PAYMENTS.filter(({ description }) => description.toLowerCase().includes(search));
      if (pathname.endsWith('/addresses/send')) return ADDRESSES;
      return undefined;
    };
    const rows = rowsOf();
    if (pathname.endsWith('/users')) return route.fulfill({ json: CUSTOMER });
    if (pathname.endsWith('/payment-methods')) return route.fulfill({ json: [] });
    if (rows === undefined) return route.fulfill({ status: 404, json: { title: 'NOT_FOUND' } });
    const after = searchParams.get('after');
    const start = after === null ? 0 : rows.findIndex(({ id }) => String(id) === after) + 1;
    const json = rows.slice(start, start + LIST_PAGE_SIZE);
    searchParams.set('after', String(json.at(-1)?.id));
    const hasMore = rows.length > start + LIST_PAGE_SIZE;
    return route.fulfill({
      json,
      headers: hasMore ? { link: `<${pathname}?${searchParams}>; rel="next"` } : {},
    });
  });
}

function print(name: string, { interaction, task, rows }: Result): void {
  console.info(
    `${name.padEnd(34)} ${interaction.toFixed(0).padStart(5)} ms ${task.toFixed(0).padStart(5)} ms ${String(rows).padStart(4)}`,
  );
}

type Timed = { sorted: number[]; at(share: number): string };

function timed(values: number[]): Timed {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) =>
    `${(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1)} ms`;
  return { sorted, at };
}

/** Lists of a customer with a tenth of all deliveries, most of them old, and tracking beside them. */
async function measureServer(): Promise<void> {
  const cluster = await startPostgres();
  const dataDir = mkdtempSync(join(tmpdir(), 'send-bench-'));
  const agent = new Agent({ keepAlive: true });
  const server = spawnServer({ DATA_DIR: dataDir, DATABASE_URL: cluster.url }, [
    '--import',
    'tsx',
    'server/main.ts',
  ]);
  try {
    const url = await server.url;
    const registered = await fetch(`${url}/api/users/create/send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...CUSTOMER, phoneNumber: '1', password: 'correct horse' }),
    });
    const { jwtToken }: { jwtToken: string } = await registered.json();
    const client = new pg.Client(cluster.url);
    await client.connect();
    await addSkewedDeliveries(client, ROWS);
    const { rows } = await client.query<{ guid: string }>(
      'select guid from orders order by random() limit 500',
    );
    await client.end();

    const read = async (path: string) => {
      const started = performance.now();
      // Not fetch: its garbage took this process 20 ms in one of a hundred requests, which is not the server's time.
      const sent = get(url + path, { agent, headers: { authorization: `Bearer ${jwtToken}` } });
      const [response]: IncomingMessage[] = await once(sent, 'response');
      response?.resume();
      await once(sent, 'close');
      if (response?.statusCode !== 200) throw new Error(`${path}: ${response?.statusCode}`);
      return performance.now() - started;
    };
    const repeat = async (count: number, path: () => string) => {
      const times: number[] = [];
      for (let n = 0; n < count; n++) times.push(await read(path()));
      return timed(times);
    };
    const track = () => `/api/orders/${rows[Math.floor(Math.random() * rows.length)]?.guid}/tracking`;
    for (const path of LARGE_LISTS) {
      await cluster.shutDown('fast');
      // Linux forgets the files only if root asks for it; otherwise only PostgreSQL's own cache is empty.
      spawnSync('sh', ['-c', 'sync; echo 3 > /proc/sys/vm/drop_caches'], { stdio: 'ignore' });
      await cluster.startAgain();
      const reconnected = async () => (await fetch(`${url}/readyz`)).status === 200;
      while (!(await reconnected()));
      const cold = await read(path);
      // V8 compiles the path of a request during the first ones, and PostgreSQL reads the rows into its cache.
      await repeat(100, () => path);
      const warm = await repeat(1000, () => path);
      console.info(`${path}: cold ${cold.toFixed(1)} ms, warm p50 ${warm.at(0.5)}, p99 ${warm.at(0.99)}`);

      const quiet = await repeat(300, track);
      let isDone = false;
      const lists = Array.from({ length: 10 }, async () => {
        let count = 0;
        for (; !isDone; count += 1) await read(path);
        return count;
      });
      const beside = await repeat(300, track);
      isDone = true;
      const count = (await Promise.all(lists)).reduce((sum, each) => sum + each, 0);
      console.info(
        `tracking: p50 ${quiet.at(0.5)}, p99 ${quiet.at(0.99)}; beside ten of these lists at once (${count} responses): ` +
          `p50 ${beside.at(0.5)}, p99 ${beside.at(0.99)}, longest ${beside.at(1)}`,
      );
    }
    const started = performance.now();
    const download = await fetch(`${url}/api/users/export`, {
      headers: { authorization: `Bearer ${jwtToken}` },
    });
    const size = (await download.arrayBuffer()).byteLength;
    console.info(
      `download of the account: ${(size / 1e6).toFixed(0)} MB in ${((performance.now() - started) / 1000).toFixed(1)} s`,
    );
  } finally {
    agent.destroy();
    await server.kill('SIGTERM');
    await cluster.stop();
    rmSync(dataDir, { recursive: true });
  }
}

if (process.env.ONLY !== 'server') await measure();
if (process.env.ONLY !== 'browser') await measureServer();
