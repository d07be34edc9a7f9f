import { expect, test } from './fixtures.ts';
import { expectAccessible } from './support/accessibility.ts';

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
  await expect(dialog.getByRole('option').first()).toBeVisible();
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
  await expect(preview.locator('path[class*="_route_"][d^="M"]')).toHaveCount(1);
  await expect(preview.getByText(/Rathmines to Howth\. About 15 km in a straight line\./)).toBeVisible();
  await expectAccessible(page);
});

test('axe finds no violation in the map picker, on a small phone too', async ({ guest: page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Map picker for pick-up' }).click();
  await expect(page.getByRole('dialog').getByRole('application')).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test('If tiles fail to load, a simplified map with a notice is shown', async ({
  guest: page,
  errorMonitor,
}) => {
  errorMonitor.allow(/Failed to load resource/);
  await page.context().route(/\/\d+\/\d+\/\d+\.png/, (route) => route.fulfill({ status: 403 }));
  await page.goto('/');
  await page.getByRole('button', { name: 'Map picker for pick-up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pick location' });
  await expect(dialog.getByText('Simplified map: the detailed one could not be loaded.')).toBeVisible();
  await expect(dialog.getByText('Dublin', { exact: true })).toBeVisible();
});
