import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { layoutShifts, recordLayoutShifts } from './support/layout-shifts.ts';

test('A parcel is readable without scripts, and before they have loaded (TRK-15)', async ({
  browser,
  baseURL,
  guest: page,
  customer,
  operator,
}) => {
  const { guid } = await operator.createOrder(customer);
  await operator.report(guid, 'inTransit');

  await test.step('without scripts', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
    const plain = await context.newPage();
    await plain.goto('/tracking');
    await plain.getByRole('textbox', { name: 'Tracking number' }).fill(` ${guid.toUpperCase()} `);
    await plain.keyboard.press('Enter');
    const result = plain.getByRole('article', { name: 'Tracking result' });
    // On a busy machine the database may not respond in time; the page then offers to look again.
    await expect(async () => {
      await plain.goto(`/tracking?guid=${guid}`);
      await expect(result).toBeVisible({ timeout: 1000 });
    }).toPass();
    await expect(result).toContainText('On its way to Howth');
    await expect(result).toContainText('Order In Transit');
    await expect(plain.getByText('Looking for your package')).toBeHidden();
    await expect(plain.getByRole('textbox', { name: 'Tracking number' })).toBeHidden();
    await plain.getByRole('link', { name: 'Track another package' }).click();
    await plain.getByRole('textbox', { name: 'Tracking number' }).fill('nonsense');
    await plain.getByRole('button', { name: 'Track Package' }).click();
    await expect(plain.getByRole('heading', { name: 'No package found' })).toBeVisible();
    await expect(plain.getByRole('textbox', { name: 'Tracking number' })).toHaveValue('nonsense');
    await context.close();
  });

  await test.step('before the scripts have loaded, and then in the app', async () => {
    const lookUps: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/orders/')) lookUps.push(request.url());
    });
    const releaseScripts = await holdScripts(page);
    await page.goto(`/tracking?guid=${guid}`, { waitUntil: 'commit' });
    const early = page.locator('#tracking-result');
    await expect(early.getByText('On its way to Howth')).toBeVisible();
    await expect(page.locator('html[data-live]')).toHaveCount(0);
    releaseScripts();
    await expect(page.getByRole('button', { name: 'Share tracking' })).toBeVisible();
    await expect(early).toHaveCount(0);
    await expect(page.getByRole('article', { name: 'Tracking result' })).toHaveCount(1);
    expect(lookUps).toEqual([]);
  });
});

for (const width of [360, 1280]) {
  test(`The form is folded from the first frame of a tracking link, and nothing moves in the app, ${width} pixels wide (TRK-15, LAY-07)`, async ({
    guest: page,
    customer,
    operator,
  }) => {
    const { guid } = await operator.createOrder(customer);
    await operator.report(guid, 'inTransit');
    await page.setViewportSize({ width, height: 800 });
    await recordLayoutShifts(page);
    const releaseScripts = await holdScripts(page);
    await page.goto(`/tracking?guid=${guid}`, { waitUntil: 'commit' });
    const link = page.getByRole('link', { name: 'Track another package' });
    await expect(link).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Tracking number' })).toBeHidden();
    const before = await link.boundingBox();
    releaseScripts();
    const button = page.getByRole('button', { name: 'Track another package' });
    await expect(button).toBeVisible();
    await expect(page.getByRole('button', { name: 'Share tracking' })).toBeVisible();
    const after = await button.boundingBox();
    expect(after).toMatchObject({ x: before?.x, y: before?.y });
    expect(after?.height).toBeCloseTo(before?.height ?? 0, 0);
    await page.waitForLoadState('networkidle');
    expect(await layoutShifts(page)).toEqual([]);
  });
}

/** Holds the scripts of the pages that open from now on. Returns a function that lets them load. */
async function holdScripts(page: Page): Promise<() => void> {
  const waiting: (() => void)[] = [];
  let isHeld = true;
  await page.route('**/assets/*.js', (route) =>
    isHeld ? void waiting.push(() => void route.continue()) : route.continue(),
  );
  return () => {
    isHeld = false;
    for (const resume of waiting) resume();
  };
}
