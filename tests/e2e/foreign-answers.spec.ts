import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { installWorker } from './support/device.ts';

test.use({ serviceWorkers: 'allow', baseURL: async ({ networkSwitch }, use) => use(networkSwitch.url) });

const PORTAL = '<!doctype html><html><body><h1>Hotel Wi-Fi</h1></body></html>';
const PAGES: [string, string | RegExp][] = [
  ['/', 'Request a Delivery'],
  ['/tracking', 'Package Tracking'],
  ['/faq', /Questions/],
  ['/deliveries', 'My Deliveries'],
  ['/account', 'Account'],
];

/** Chromium shows requests of the worker to the context. */
const isWorkers = (request: { serviceWorker: () => unknown }) => request.serviceWorker() !== null;

async function expectPagesOpen(page: Page): Promise<void> {
  for (const [path, heading] of PAGES) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading }), path).toBeVisible();
  }
}

test('A portal that answers the installation leaves nothing behind, and it is repeated (REL-28)', async ({
  guest: page,
  context,
  errorMonitor,
  networkSwitch,
}) => {
  errorMonitor.allow(/./);
  let answered = 0;
  await context.route(
    (url) => url.pathname.startsWith('/assets/') || url.pathname.endsWith('.html'),
    async (route) => {
      if (!isWorkers(route.request()) || answered >= 100) return route.fallback();
      answered += 1;
      return route.fulfill({ status: 200, contentType: 'text/html', body: PORTAL });
    },
  );
  await page.goto('/');
  await expect.poll(() => answered).toBe(100);
  await installWorker(page);
  await networkSwitch.disconnect(context);
  await expectPagesOpen(page);
});

test('An emptied Cache Storage is filled at the next start (REL-29)', async ({
  guest: page,
  context,
  errorMonitor,
  networkSwitch,
}) => {
  errorMonitor.allow(/./);
  await page.goto('/');
  await installWorker(page);
  const count = () =>
    page.evaluate(async () => {
      const name = (await caches.keys()).find((each) => each.startsWith('app-'));
      return name === undefined ? 0 : (await (await caches.open(name)).keys()).length;
    });
  const complete = await count();
  expect(complete).toBeGreaterThan(100);
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await page.reload();
  await expect.poll(count).toBe(complete);
  await networkSwitch.disconnect(context);
  await expectPagesOpen(page);
});

test('A portal that answers at the first visit spoils only that visit (REL-28)', async ({
  guest: page,
  context,
  errorMonitor,
  networkSwitch,
}) => {
  errorMonitor.allow(/./);
  let isPortal = true;
  await context.route(
    (url) => url.pathname.startsWith('/assets/') || url.pathname === '/config.json',
    (route) =>
      isPortal
        ? route.fulfill({
            status: 200,
            contentType: 'text/html',
            body: PORTAL,
            headers: { 'cache-control': 'public, max-age=31536000, immutable' },
          })
        : route.fallback(),
  );
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Request a Delivery' })).toBeVisible();
  isPortal = false;
  await page.reload();
  await installWorker(page);
  await networkSwitch.disconnect(context);
  await expectPagesOpen(page);
});
