import { expect, test } from './fixtures.ts';
import { boxOf } from './support/boxes.ts';
import { completeAsGuest, FROM, TO } from './support/submit.ts';

test('On a phone the marketing panel is below the first step only (PRD-04)', async ({ guest: page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/?p=8 Merrion Square, Dublin&d=21 Main Street, Bray');
  const panel = page.getByRole('complementary', { name: 'Why Send' });
  await expect(panel).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: /^Step 2 of 4/ })).toBeVisible();
  await expect(panel).toBeHidden();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(panel).toBeVisible();
});

test('The tracking field has text of 16 px, because an iPhone zooms into a field with smaller text, and shows a whole tracking number on a desktop (TRK-09)', async ({
  guest: page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/tracking');
  const field = page.getByRole('textbox', { name: 'Tracking number' });
  await expect(field).toHaveCSS('font-size', '16px');
  await field.fill('9b2f6c1d-3e4a-4f5b-8c6d-7e8f9a0b1c2d');
  expect(await field.evaluate((input) => input.scrollWidth - input.clientWidth)).toBeLessThanOrEqual(0);
});

test('The reference of a new request is in sight on a phone, above its message (WIZ-47)', async ({
  guest: page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await completeAsGuest(page, FROM, TO, 'Byrne');
  // The message disappears after a few seconds, and the reference stays.
  const message = await page.getByText('Delivery created').boundingBox();
  const copy = await page.getByRole('button', { name: 'Copy reference' }).boundingBox();
  expect((copy?.y ?? 740) + (copy?.height ?? 0)).toBeLessThan(message?.y ?? 0);
});

test('A reference that cannot be copied moves no button of a phone (LAY-38)', async ({ guest: page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await completeAsGuest(page, FROM, TO, 'Byrne');
  const copy = page.getByRole('button', { name: 'Copy reference' });
  const before = await boxOf(copy);
  await copy.click();
  await expect(page.getByText("Couldn't copy")).toBeVisible();
  expect(await boxOf(copy)).toEqual(before);
});

test('A list that cannot be loaded moves no button of My Deliveries, which covers no heading of a phone (LAY-38, LAY-44)', async ({
  loggedIn: page,
  errorMonitor,
}) => {
  errorMonitor.allow(/status of 500/);
  let fail = () => {};
  const failing = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page
    .context()
    .route(/\/api\/orderrequests/, (route) => failing.then(() => route.fulfill({ status: 500 })));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/deliveries');
  await expect(page.getByText('Loading your deliveries')).toBeVisible();
  const link = page.getByRole('link', { name: 'Request a Delivery' });
  const before = await boxOf(link);
  fail();
  await expect(page.getByRole('heading', { name: 'We could not load your deliveries' })).toBeVisible();
  expect(await boxOf(link)).toEqual(before);
  const heading = await boxOf(page.getByRole('heading', { level: 1 }));
  expect(before.y).toBeGreaterThanOrEqual(heading.y + heading.height);
});

test('A placeholder of a card that is loading stays inside the card, also in the narrow columns of a desktop (LAY-59)', async ({
  loggedIn: page,
}) => {
  await page.context().route(/\/api\//, () => {
    // No response arrives.
  });
  for (const [path, width] of [
    ['/tracking', 1280],
    ['/tracking', 1024],
    ['/pay/3b9cc27e-f78e-4eea-ba9d-350a6aa68422', 1280],
    ['/deliveries', 1024],
    ['/deliveries', 320],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(path);
    const cards = page.locator('.card').filter({ has: page.locator('[data-texture=skeleton]') });
    await expect(cards.first()).toBeVisible();
    const overflows = await cards.evaluateAll((elements) =>
      elements.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    );
    expect(Math.max(...overflows), `${path} at ${width} px`).toBeLessThanOrEqual(0);
  }
});
