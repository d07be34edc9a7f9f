import { expect, test } from './fixtures.ts';

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
    const release: (() => void)[] = [];
    let isHeld = true;
    await page.route('**/assets/*.js', (route) =>
      isHeld ? void release.push(() => void route.continue()) : route.continue(),
    );
    await page.goto(`/tracking?guid=${guid}`, { waitUntil: 'commit' });
    const early = page.locator('#tracking-result');
    await expect(early.getByText('On its way to Howth')).toBeVisible();
    await expect(page.locator('html[data-live]')).toHaveCount(0);
    isHeld = false;
    for (const resume of release) resume();
    await expect(page.getByRole('button', { name: 'Share tracking' })).toBeVisible();
    await expect(early).toHaveCount(0);
    await expect(page.getByRole('article', { name: 'Tracking result' })).toHaveCount(1);
    expect(lookUps).toEqual([]);
  });
});
