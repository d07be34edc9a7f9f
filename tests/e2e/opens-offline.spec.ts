import { PRERENDERED_PAGES } from '../../src/contract/pages.ts';
import { expect, test } from './fixtures.ts';
import { installWorker } from './support/device.ts';
import { NETWORK_ERROR } from './support/error-monitor.ts';

test.use({ serviceWorkers: 'allow', baseURL: async ({ networkSwitch }, use) => use(networkSwitch.url) });

test('Every page opens without a network after one visit (REL-19)', async ({
  guest: page,
  errorMonitor,
  context,
  networkSwitch,
}) => {
  errorMonitor.allow(NETWORK_ERROR);
  await page.goto('/');
  await installWorker(page);
  await networkSwitch.disconnect(context);

  const pages: [string, string | RegExp][] = [
    ['/', 'Request a Delivery'],
    ['/deliveries', 'My Deliveries'],
    ['/deliveries/1', /Delivery/],
    ['/tracking', 'Package Tracking'],
    ['/faq', /FAQ|Questions/i],
    ['/auth/login', 'Login'],
    ['/auth/register', 'Register'],
    ['/account', 'Account'],
    ['/terms-and-conditions', /Terms/],
    ['/privacy-policy', /Privacy/],
    ['/no/such/page', 'Page not found'],
  ];
  for (const [path, heading] of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading }), path).toBeVisible();
  }
  await page.goto('/tracking?guid=0b1c6f0e-6f5e-4c3a-9a51-0f8d7f6f2b11');
  await expect(page.getByRole('heading', { level: 1, name: 'Package Tracking' })).toBeVisible();
});

test.describe('With any network', () => {
  test.use({ baseURL: async ({ faultProxy }, use) => use(faultProxy.url) });

  test('Chromium reads the page of an installed app from the cache, without the service worker (REL-19)', async ({
    guest: page,
    faultProxy,
    errorMonitor,
  }) => {
    errorMonitor.allow(NETWORK_ERROR, /Failed to load resource/);
    await page.goto('/');
    await installWorker(page);
    for (const fault of [undefined, 'reset', 'hang'] as const) {
      faultProxy.chooseFault = () => fault;
      for (const { path } of PRERENDERED_PAGES) {
        await page.goto(path, { waitUntil: 'commit' });
        const sources = await page.evaluate(() =>
          performance
            .getEntriesByType('navigation')
            .map((entry) => Reflect.get(entry, 'workerFinalSourceType')),
        );
        expect(sources, `${path} with ${fault ?? 'no fault'}`).toEqual(['cache']);
      }
    }
  });
});
