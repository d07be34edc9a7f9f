import { expect, test } from './fixtures.ts';
import { expectAccessible } from './support/accessibility.ts';
import { cutTexts, setTextSize } from './support/cut-texts.ts';

test('A guest picks the pick-up by pointing at the map (WIZ-07, MAP-01)', async ({ guest: page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Map picker for pick-up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pick location' });
  await expect(dialog.getByRole('button', { name: 'Select' })).toBeDisabled();
  await expect(dialog.getByLabel('Search for a place')).toBeVisible();
  let answerLookup: () => void = () => undefined;
  const lookup = new Promise<void>((resolve) => {
    answerLookup = resolve;
  });
  await page.route(/\/geocode\/reverse/, async (route) => {
    await lookup;
    await route.continue();
  });
  await dialog.getByRole('application').click({ position: { x: 300, y: 200 } });
  await expect(dialog.getByText('Finding address...')).toBeVisible();
  answerLookup();
  await expect(dialog.getByText(/^Selected location: .+/)).toBeVisible();
  await expect(dialog.getByText('Finding address...')).toHaveCount(0);
  await expect(dialog.locator('.leaflet-marker-icon[title]')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Select' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByLabel('Pick-up Location')).not.toHaveValue('');
});

test('With the keyboard alone, a guest searches, moves the map, uses its centre and selects (MAP-05)', async ({
  guest: page,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Map picker for drop-off' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Pick location' });
  await dialog.getByLabel('Search for a place').focus();
  await page.keyboard.type('Malahide');
  // Earlier suggestions are for the first letters.
  await expect(dialog.getByRole('option').first()).toHaveText(/Malahide/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/^Selected location: Malahide/)).toBeVisible();
  await dialog.getByRole('application').focus();
  await page.keyboard.press('ArrowUp');
  await dialog.getByRole('button', { name: 'Use map centre' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/^Selected location: /)).toBeVisible();
  await dialog.getByRole('button', { name: 'Select' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Drop-off Location')).toHaveValue(/.+/);
});

test('The map shows both places with a line and in words, and axe finds no violation (WIZ-08, MAP-01, MAP-04)', async ({
  guest: page,
}) => {
  await page.goto('/?p=Rathmines&pLat=53.325&pLng=-6.265&d=Howth&dLat=53.388&dLng=-6.066');
  const preview = page.getByRole('region', { name: 'Route preview' });
  await expect(preview.getByRole('application', { name: 'Map from Rathmines to Howth' })).toBeVisible();
  await expect(preview.locator('.leaflet-marker-icon[title]')).toHaveCount(2);
  // The line has a casing.
  await expect(preview.locator('.leaflet-overlay-pane path[d^="M"]')).toHaveCount(2);
  await expect(preview.getByText(/Rathmines to Howth\. About 15 km in a straight line\./)).toBeVisible();
  await expectAccessible(page);
});

for (const textSize of [16, 24]) {
  test(`Everything in the map picker is in sight on a small phone with text of ${textSize} pixels, and axe finds no violation (LAY-52)`, async ({
    guest: page,
  }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await page.goto('/');
    await page.locator('html[data-live]').waitFor();
    await setTextSize(page, textSize);
    await page.getByRole('button', { name: 'Map picker for pick-up' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('application')).toBeVisible();
    await dialog.getByRole('button', { name: 'Use map centre' }).click();
    await expect(dialog.getByText(/^Selected location: .{20}/)).toBeInViewport({ ratio: 1 });
    const controls = dialog.locator(':is(button, input, a):visible');
    expect(await controls.count()).toBeGreaterThanOrEqual(9);
    for (const control of await controls.all()) {
      await expect(control).toBeInViewport({ ratio: 1 });
      expect(await control.evaluate(isUncovered), await control.innerText()).toBe(true);
    }
    const [search, pin] = [
      await dialog.getByLabel('Search for a place').boundingBox(),
      await dialog.locator('.leaflet-marker-icon[title]').boundingBox(),
    ];
    expect(pin?.y).toBeGreaterThan((search?.y ?? 0) + (search?.height ?? 0));
    await expectAccessible(page);
    expect(await cutTexts(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
}

test('If tiles fail to load, a simplified map with a notice is shown; with large text on a phone, the notice and the credits of the map have one line each, and the rest of the credits opens with the keyboard (LAY-52, MAP-06, MAP-08)', async ({
  guest: page,
  errorMonitor,
}) => {
  errorMonitor.allow(/Failed to load resource/);
  await page.context().route(/\/\d+\/\d+\/\d+\.png/, (route) => route.fulfill({ status: 403 }));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await setTextSize(page, 24);
  await page.getByRole('button', { name: 'Map picker for pick-up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pick location' });
  await expect(dialog.getByText('Dublin', { exact: true })).toBeVisible();
  const source = dialog.getByRole('link', { name: '© OpenStreetMap contributors' });
  for (const line of [dialog.getByText(/^Simplified map/), source.locator('..')])
    expect(
      await line.evaluate(
        (element) => element.clientHeight / parseFloat(getComputedStyle(element).lineHeight),
      ),
    ).toBeLessThan(2);
  await source.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/GeoNames/)).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByRole('link', { name: 'Report a map issue' })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  expect(await cutTexts(page)).toEqual([]);
});

/** Runs in the page. A link may have several lines, each with a box of its own. */
function isUncovered(control: Element): boolean {
  return [...control.getClientRects()].every(({ left, top, right, bottom }) =>
    [top + 3, (top + bottom) / 2, bottom - 3].every((y) =>
      control.contains(document.elementFromPoint((left + right) / 2, y)),
    ),
  );
}
