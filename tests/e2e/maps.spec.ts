import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { clearDevice, installWorker } from './support/device.ts';
import { NETWORK_ERROR } from './support/error-monitor.ts';

const TILE = /\/\d+\/\d+\/\d+\.png$/;

/** The URLs of one kind that a page and its worker have requested. */
function recordRequests(page: Page, kind: RegExp): string[] {
  const list: string[] = [];
  page.context().on('request', (request) => {
    if (kind.test(request.url())) list.push(request.url());
  });
  return list;
}

async function openPicker(page: Page) {
  await page.getByRole('button', { name: 'Map picker for pick-up' }).click();
  return page.getByRole('dialog', { name: 'Pick location' });
}

test.describe('Tiles', () => {
  test('are requested when their map is on the screen, and not before (MAP-07)', async ({ guest: page }) => {
    const tiles = recordRequests(page, TILE);
    await page.goto('/?p=Rathmines&pLat=53.325&pLng=-6.265&d=Howth&dLat=53.388&dLng=-6.066');
    await page.setViewportSize({ width: 360, height: 320 });
    await page.goto('/?p=Rathmines');
    await expect(page.getByText('Route preview will appear here')).toBeVisible();
    tiles.length = 0;
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    expect(tiles).toEqual([]);
    const dialog = await openPicker(page);
    await expect(dialog.getByRole('application')).toBeVisible();
    await expect.poll(() => tiles.length).toBeGreaterThan(0);
  });

  test('are requested only after the configuration has named their server (MAP-07)', async ({
    guest: page,
  }) => {
    const tiles = recordRequests(page, TILE);
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/config.json', async (route) => {
      await isReleased;
      await route.continue();
    });
    await page.goto('/');
    const dialog = await openPicker(page);
    await expect(dialog.getByText('Dublin', { exact: true })).toBeVisible();
    expect(tiles).toEqual([]);
    release();
    await expect.poll(() => tiles.length).toBeGreaterThan(0);
  });

  test('are loaded under Save-Data only on request (MAP-07)', async ({ guest: page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true, addEventListener() {} } }),
    );
    const tiles = recordRequests(page, TILE);
    await page.goto('/');
    const dialog = await openPicker(page);
    await expect(dialog.getByText('Dublin', { exact: true })).toBeVisible();
    expect(tiles).toEqual([]);
    await dialog.getByRole('button', { name: 'Show the detailed map' }).click();
    await expect.poll(() => tiles.length).toBeGreaterThan(0);
  });

  test.describe('on an installed app', () => {
    test.use({ serviceWorkers: 'allow' });

    test('that were viewed take less than 10 MB for 200, and at most 300 are cached (MAP-09)', async ({
      guest: page,
      server,
    }) => {
      await page.goto('/');
      await installWorker(page);
      const config: { tiles: { url: string } } = await (
        await page.request.get(`${server.url}/config.json`)
      ).json();
      const look = (from: number, to: number) =>
        page.evaluate(
          async ([url, first, last]) => {
            const one = (n: number) =>
              new Promise((done, fail) => {
                const image = new Image();
                image.crossOrigin = '';
                image.onload = done;
                image.onerror = fail;
                image.src = url.replace('{z}', '14').replace('{x}', String(n)).replace('{y}', '5');
              });
            for (let n = first; n < last; n += 20)
              await Promise.all(Array.from({ length: 20 }, (_, k) => one(n + k)));
            const { usage = 0 } = await navigator.storage.estimate();
            return usage;
          },
          [config.tiles.url, from, to] as const,
        );
      const cachedTiles = () =>
        page.evaluate(async () => (await (await caches.open('tiles')).keys()).map(({ url }) => url));
      const before = await look(0, 0);
      const after = await look(0, 200);
      await expect.poll(async () => (await cachedTiles()).length).toBe(200);
      expect(after - before).toBeLessThan(10e6);
      await look(200, 360);
      await expect.poll(cachedTiles).toContainEqual(expect.stringContaining('/359/'));
      await expect.poll(async () => (await cachedTiles()).length).toBe(300);
    });
  });
});

test.describe('Without a network', () => {
  test.use({ serviceWorkers: 'allow', baseURL: async ({ networkSwitch }, use) => use(networkSwitch.url) });

  test('a map that was shown before is shown again, with its towns and what was chosen (MAP-06, MAP-10)', async ({
    guest: page,
    errorMonitor,
    context,
    networkSwitch,
  }) => {
    errorMonitor.allow(NETWORK_ERROR);
    await page.goto('/');
    await installWorker(page);
    let dialog = await openPicker(page);
    await dialog.getByLabel('Search for a place').fill('Malahide');
    await dialog.getByRole('option').first().click();
    await dialog.getByRole('button', { name: 'Select' }).click();
    await expect(page.getByLabel('Pick-up Location')).toHaveValue(/Malahide/);
    await expect(dialog).toHaveCount(0);
    await page.goto('/faq');

    await networkSwitch.disconnect(context);
    await page.goto('/');
    // The fields are hidden until the open draft has been read.
    await page.getByLabel('Drop-off Location').click();
    await page.getByLabel('Drop-off Location').pressSequentially('Mala');
    await expect(page.getByRole('option', { name: /Malahide/ })).toBeVisible();
    await page.getByLabel('Drop-off Location').fill('');
    await page.getByLabel('Drop-off Location').pressSequentially('Droghe');
    await page.getByRole('option', { name: /Drogheda/ }).click();
    await expect(page.getByLabel('Drop-off Location')).toHaveValue(/Drogheda/);

    dialog = await openPicker(page);
    await expect(dialog.getByText('Selected location: Malahide')).toBeVisible();
    await dialog.getByRole('button', { name: 'Zoom out' }).click();
    await expect(dialog.getByText('Simplified map')).toBeVisible();
    for (let step = 0; step < 3; step++) await dialog.getByRole('button', { name: 'Zoom out' }).click();
    await expect(dialog.getByText('Swords', { exact: true })).toBeVisible();
    await dialog.getByRole('application').click({ position: { x: 300, y: 300 } });
    await expect(dialog.getByText(/^Selected location: 5\d\.\d+, −\d/)).toBeVisible();

    // The tiles that failed are loaded again.
    await networkSwitch.reconnect(context);
    await expect(dialog.getByText('Simplified map')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Select' }).click();
    await expect(page.getByLabel('Pick-up Location')).toHaveValue(/5\d\.\d+/);
  });

  test('a map that was never shown says so, and the other ways to enter a place work (MAP-14)', async ({
    guest: page,
    errorMonitor,
    context,
    networkSwitch,
  }) => {
    errorMonitor.allow(NETWORK_ERROR, /dynamically imported module/);
    await page.goto('/');
    await installWorker(page);
    await networkSwitch.disconnect(context);
    const dialog = await openPicker(page);
    await expect(dialog.getByText('The map could not be loaded.', { exact: false })).toBeVisible();
    await expect(dialog.getByLabel('Search for a place')).toBeVisible();
    await dialog.getByRole('button', { name: 'Try again' }).click();
    const region = page.waitForResponse(/\/map-region/);
    await networkSwitch.reconnect(context);
    await region;
    // The page has not reloaded, which would close the dialog.
    await expect(dialog.getByRole('application')).toBeVisible();
  });
});

test.describe('A geocoder', () => {
  test('that refuses, sends a page or fails with 200 causes no alert, and the typed text is used (MAP-10)', async ({
    guest: page,
    errorMonitor,
  }) => {
    errorMonitor.allow(/429/, /favicon\.ico/);
    for (const response of [
      { status: 429, headers: { 'retry-after': '60' }, json: {} },
      { status: 200, contentType: 'text/html', body: '<html>Log in to the hotel</html>' },
      { status: 200, json: { error: 'Unable to geocode' } },
    ]) {
      await clearDevice(page);
      await page.route('**/geocode/**', (route) => route.fulfill(response));
      await page.goto('/');
      await page.getByLabel('Pick-up Location').pressSequentially('Atlantis');
      await page.getByLabel('Drop-off Location').pressSequentially('Howth');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('alert')).toHaveCount(0);
      // The question moves what is below it.
      await expect(page.getByText('Which one did you mean?')).toBeVisible();
      await page.getByRole('button', { name: 'Continue', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Step 2 of 4: Package' })).toBeAttached();
      await page.unroute('**/geocode/**');
    }
  });

  test('with hostile names runs no script, and the names are shown as text (MAP-13)', async ({
    guest: page,
  }) => {
    const name = '<img src=x onerror="document.title=1"> & <b>Street</b>';
    await page.route('**/geocode/search**', (route) =>
      route.fulfill({ json: [{ place_id: 1, display_name: name, lat: '53.3', lon: '-6.2' }] }),
    );
    await page.goto('/');
    await page.getByLabel('Pick-up Location').pressSequentially('Street');
    await page.getByRole('option').first().click();
    await expect(page.getByLabel('Pick-up Location')).toHaveValue(name);
    await expect(page).toHaveTitle(/Send/);
  });

  test('is requested at most twice for a word that is typed without a pause (MAP-13)', async ({
    guest: page,
  }) => {
    const questions = recordRequests(page, /\/geocode\/search/);
    await page.clock.install();
    await page.goto('/');
    await expect(page.locator('html[data-live]')).toBeVisible();
    await page.getByLabel('Pick-up Location').focus();
    // A busy machine would pause between the letters.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    for (const letter of 'Malahide') {
      await page.keyboard.press(letter);
      await page.clock.runFor(60);
    }
    await page.clock.resume();
    await expect(page.getByRole('option', { name: /Malahide/ }).first()).toBeVisible();
    expect(questions.length).toBeLessThanOrEqual(2);
  });
});

test.describe('A map', () => {
  test('starts near Dublin at zoom 13, shows its attribution and a link to report errors (MAP-02, MAP-08)', async ({
    guest: page,
  }) => {
    const tiles = recordRequests(page, TILE);
    await page.route('**/geocode/reverse**', (route) =>
      route.fulfill({ json: { error: 'Unable to geocode' } }),
    );
    await page.goto('/');
    const dialog = await openPicker(page);
    await expect.poll(() => tiles.some((url) => url.includes('/13/'))).toBe(true);
    await dialog.getByRole('button', { name: 'Use map centre' }).click();
    await expect(dialog.getByText('Selected location: 53.3500, −6.2600')).toBeVisible();
    await expect(dialog.getByRole('link', { name: /OpenStreetMap/ })).toBeVisible();
    await dialog.getByRole('button', { name: 'About this map' }).click();
    await expect(dialog.getByText(/GeoNames/)).toBeVisible();
    await expect(dialog.getByRole('link', { name: 'Report a map issue' })).toHaveAttribute('href', /^https:/);
  });

  test('shows one place at its zoom level, and two places with a margin of 60 px (MAP-02)', async ({
    guest: page,
  }) => {
    const tiles = recordRequests(page, TILE);
    await page.goto('/?p=Rathmines&pLat=53.325&pLng=-6.265');
    const dialog = await openPicker(page);
    await expect.poll(() => tiles.some((url) => url.includes('/15/'))).toBe(true);
    expect(tiles.some((url) => url.includes('/17/'))).toBe(false);
    await dialog.getByRole('button', { name: 'Close the map' }).click();
    await expect(dialog).toHaveCount(0);
    await page.goto('/?p=Rathmines&pLat=53.325&pLng=-6.265&d=Howth&dLat=53.388&dLng=-6.066');
    const map = page.getByRole('application', { name: 'Map from Rathmines to Howth' });
    const frame = await map.boundingBox();
    for (const name of ['Pick-up: Rathmines', 'Drop-off: Howth']) {
      const pin = await map.locator(`[title="${name}"]`).boundingBox();
      if (!frame || !pin) throw new Error('not on the screen');
      const [x, y] = [pin.x + pin.width / 2, pin.y + pin.height / 2];
      expect(Math.min(x - frame.x, frame.x + frame.width - x)).toBeGreaterThanOrEqual(59);
      expect(Math.min(y - frame.y, frame.y + frame.height - y)).toBeGreaterThanOrEqual(40);
    }
  });

  test('of a delivery is on its Map tab, 460 px high, with a description in words (DET-11, MAP-04)', async ({
    loggedIn: page,
    customer,
  }) => {
    const { id } = await customer.createDeliveryRequest({
      pickUpSnapshot: { name: 'Rathmines', latitude: 53.325, longitude: -6.265 },
      dropOffSnapshot: { name: 'Howth', latitude: 53.388, longitude: -6.066 },
    });
    await page.goto(`/deliveries/${id}`);
    await page.getByRole('tab', { name: 'Map' }).click();
    const map = page.getByRole('application', { name: 'Map from Rathmines to Howth' });
    await expect(map).toBeVisible();
    expect((await map.boundingBox())?.height).toBe(460);
    await expect(page.getByText(/Rathmines to Howth, about 15 km/)).toBeVisible();
  });

  test('fills in a saved address (ACC-12)', async ({ loggedIn: page, customer }) => {
    await page.goto('/account');
    await page.getByRole('tab', { name: 'My Addresses' }).click();
    await page.getByRole('button', { name: 'Add New Address' }).click();
    await page.getByRole('button', { name: 'Select from Map' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pick location' });
    await dialog.getByLabel('Search for a place').fill('Leinster Road, Rathmines');
    await dialog.getByRole('option').first().click();
    await dialog.getByRole('button', { name: 'Select' }).click();
    await expect(dialog).toHaveCount(0);
    for (const [label, value] of [
      ['Street', /Leinster Road/],
      ['City', /Dublin/],
      ['Postal code', /D0?6/],
      ['Country', /Ireland/],
    ] as const)
      await expect(page.getByLabel(label)).toHaveValue(value);
    await page.getByRole('textbox', { name: 'Name' }).fill('Home');
    await page.getByRole('button', { name: 'Save Address' }).click();
    await expect(page.getByText('Address created')).toBeVisible();
    const [saved] = await customer.addresses();
    expect(saved).toMatchObject({ latitude: expect.closeTo(53.32, 1), longitude: expect.closeTo(-6.27, 1) });
  });
});
