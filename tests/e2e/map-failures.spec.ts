import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { installWorker } from './support/device.ts';
import { NETWORK_ERROR } from './support/error-monitor.ts';

/** Pixels; FitBounds leaves them free at each edge. */
const FIT_PADDING_PX = 60;
const TILE = /\/\d+\/\d+\/\d+\.png$/;

async function openPicker(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Map picker for pick-up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pick location' });
  await expect(dialog.getByRole('application')).toBeVisible();
  return dialog;
}

/** Both markers are completely visible, away from the edges and from the elements above the map. */
async function expectFitted(map: Locator): Promise<void> {
  const frame = await map.boundingBox();
  const pins = map.locator('.leaflet-marker-icon[role=img]');
  await expect(pins).toHaveCount(2);
  for (const pin of await pins.all()) {
    const box = await pin.boundingBox();
    if (!frame || !box) throw new Error('Not on the screen');
    const [x, y] = [box.x + box.width / 2 - frame.x, box.y + box.height / 2 - frame.y];
    for (const space of [x, y, frame.width - x, frame.height - y])
      expect(space).toBeGreaterThan(FIT_PADDING_PX - 2);
  }
}

test('On a small phone no overlay of the map covers a place or a button (MAP-08)', async ({
  guest: page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.context().route(TILE, (route) => route.fulfill({ contentType: 'text/html', body: '<html>' }));
  await page.goto('/?p=Rathmines&pLat=53.325&pLng=-6.265&d=Howth&dLat=53.388&dLng=-6.066');
  const preview = page.getByRole('region', { name: 'Route preview' });
  await expectFitted(preview.getByRole('application'));
  await expect(preview.getByText('Simplified map')).toBeVisible();
  await preview.getByRole('button', { name: 'About this map' }).click();
  for (const name of ['© OpenStreetMap contributors', 'Report a map issue'])
    await expect(preview.getByRole('link', { name })).toBeVisible();
  await expect(preview.getByText(/GeoNames/)).toBeVisible();
  // A trial click fails if another element would receive it.
  await preview.getByRole('button', { name: 'Zoom in' }).click({ trial: true });
  await preview.getByRole('button', { name: 'Zoom out' }).click({ trial: true });
  const dialog = await openPicker(page);
  for (const name of ['Zoom in', 'Zoom out', 'Current location'])
    await dialog.getByRole('button', { name }).click({ trial: true });
  await dialog.getByLabel('Search for a place').click({ trial: true });
});

test('While tiles load slowly, a simplified map with a notice is shown (MAP-06)', async ({ guest: page }) => {
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.context().route(TILE, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/');
  const dialog = await openPicker(page);
  const notice = dialog.getByText('Simplified map');
  await expect(notice).toBeVisible();
  await expect(dialog.getByText('Dublin', { exact: true })).toBeVisible();
  letThrough();
  await expect(notice).toHaveCount(0);
});

test('An address that arrives late never replaces that of a newer point (MAP-13)', async ({
  guest: page,
}) => {
  const waiting: (() => Promise<void>)[] = [];
  await page.route('**/geocode/reverse**', (route) => {
    const turn = waiting.length + 1;
    const { searchParams } = new URL(route.request().url());
    const json = {
      place_id: turn,
      display_name: `Address ${turn}`,
      lat: searchParams.get('lat'),
      lon: searchParams.get('lon'),
    };
    waiting.push(() => route.fulfill({ json }).catch(() => undefined));
  });
  await page.goto('/');
  const dialog = await openPicker(page);
  const map = dialog.getByRole('application');
  await map.click({ position: { x: 300, y: 200 } });
  await expect(dialog.getByText('Finding address...')).toBeVisible();
  await expect.poll(() => waiting.length).toBe(1);
  await map.click({ position: { x: 240, y: 240 } });
  await expect.poll(() => waiting.length).toBe(2);
  await waiting[1]?.();
  await expect(dialog.getByText('Selected location: Address 2')).toBeVisible();
  await waiting[0]?.();
  await map.press('ArrowLeft');
  await expect(dialog.getByText('Selected location: Address 2')).toBeVisible();
});

test.describe('Current location', () => {
  test('that fails shows the reason and an alternative (MAP-05)', async ({ guest: page }) => {
    await page.goto('/');
    const dialog = await openPicker(page);
    for (const [code, message] of [
      [1, 'Location is blocked. Allow it in your browser settings, or search instead.'],
      [2, 'Your location could not be found. Search or tap the map instead.'],
      [3, 'Finding your location took too long. Search or tap the map instead.'],
    ] as const) {
      await page.evaluate((code) => {
        navigator.geolocation.getCurrentPosition = (_, fail) =>
          fail?.(Object.assign(new Event('x'), { code }) as never);
      }, code);
      await dialog.getByRole('button', { name: 'Current location' }).click();
      await expect(dialog.getByText(message)).toBeVisible();
    }
  });

  test('selects the position of the user (MAP-05)', async ({ guest: page, context }) => {
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: 53.388, longitude: -6.066 });
    await page.goto('/');
    const dialog = await openPicker(page);
    await dialog.getByRole('button', { name: 'Current location' }).press('Enter');
    await expect(dialog.getByText(/^Selected location: .*Howth/)).toBeVisible();
  });
});

test('A place whose text is changed loses its coordinates (MAP-12, WIZ-08)', async ({ guest: page }) => {
  await page.goto('/?p=Rathmines&pLat=53.325&pLng=-6.265&d=Howth&dLat=53.388&dLng=-6.066');
  const preview = page.getByRole('region', { name: 'Route preview' });
  await expect(preview.getByRole('application')).toBeVisible();
  await page.getByLabel('Pick-up Location').press('End');
  await page.getByLabel('Pick-up Location').press('x');
  await expect(preview.getByText('Route preview will appear here')).toBeVisible();
  await expect(preview.getByRole('application')).toHaveCount(0);
});

test('The public Nominatim server gets no request during typing, whatever the configuration is (MAP-13)', async ({
  guest: page,
}) => {
  const geocoder = { searchUrl: 'https://nominatim.openstreetmap.org/search', typeAhead: true };
  const searches: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(geocoder.searchUrl)) searches.push(request.url());
  });
  await page.route('**/config.json', (route) => route.fulfill({ json: { app: 'send', geocoder } }));
  await page.goto('/');
  await page.getByLabel('Pick-up Location').pressSequentially('Malahide', { delay: 60 });
  await expect(page.getByRole('option', { name: 'Search for “Malahide”' })).toBeVisible();
  expect(searches).toEqual([]);
});

test.describe('Without a network', () => {
  test.use({ serviceWorkers: 'allow', baseURL: async ({ networkSwitch }, use) => use(networkSwitch.url) });

  test('the installed app shows a map that was never opened before (MAP-15)', async ({
    guest: page,
    errorMonitor,
    context,
    networkSwitch,
  }) => {
    errorMonitor.allow(NETWORK_ERROR);
    await page.addInitScript(() => {
      const real = window.matchMedia.bind(window);
      window.matchMedia = (query) => real(query.replace('(display-mode: standalone)', 'all'));
    });
    await page.goto('/');
    await installWorker(page);
    await expect
      .poll(
        () =>
          page.evaluate(async () => {
            const cachedUrls = (await (await caches.open('map-files')).keys()).map(({ url }) => url);
            return ['map-region', 'map-PickerMap', 'map-RouteMap'].every((name) =>
              cachedUrls.some((url) => url.includes(name)),
            );
          }),
        { timeout: 20_000 },
      )
      .toBe(true);
    await networkSwitch.disconnect(context);
    await page.reload();
    const dialog = await openPicker(page);
    await expect(dialog.getByText('Dublin', { exact: true })).toBeVisible();
    await expect(dialog.getByText('Simplified map')).toBeVisible();
  });
});
