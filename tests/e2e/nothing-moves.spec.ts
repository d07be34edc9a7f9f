import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectStored } from './support/device.ts';
import { layoutShifts, recordLayoutShifts } from './support/layout-shifts.ts';
import { completeAsCustomer, FROM, TO, waitingList } from './support/submit.ts';
import { clickContinue, fillPlaces } from './support/wizard.ts';

/** Opens a page and checks that nothing has moved when it is complete. */
async function expectStill(
  page: Page,
  open: () => Promise<unknown>,
  last: Locator,
  // A text that changes in its place counts as less.
  tolerance = 0.001,
): Promise<void> {
  await open();
  await page.locator('html[data-live]').waitFor();
  await expect(last.first()).toBeVisible();
  const moved = (await layoutShifts(page)).filter((shift) => shift > tolerance);
  expect(moved, page.url()).toEqual([]);
}

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]) {
  test(`On pages that the device has opened before, nothing moves when their data appears or cannot be refreshed, ${viewport.width} pixels wide (LAY-07, LAY-38)`, async ({
    loggedIn: page,
    customer,
    operator,
    errorMonitor,
  }) => {
    errorMonitor.allow(/status of 503/);
    await customer.saveAddress({ name: 'Home' });
    const { id } = await operator.createOrder(customer);
    await page.setViewportSize(viewport);
    await recordLayoutShifts(page);
    const pages: [path: string, last: Locator][] = [
      ['/deliveries', page.getByText('Updated just now')],
      ['/account?tab=addresses', page.getByText('Updated just now')],
      [`/deliveries/${id}`, page.getByText('Updated just now')],
      ['/', page.getByText('as pick-up')],
    ];
    for (const [path, last] of pages) {
      await page.goto(path);
      await expect(last.first()).toBeVisible();
    }
    pages.push(['/account?tab=security', page.getByText('This device', { exact: true })]);
    for (const [path, last] of pages) await expectStill(page, () => page.goto(path), last);
    await page.route('**/api/**', (route) => route.fulfill({ status: 503 }));
    for (const [path] of pages.slice(0, 3)) {
      await expectStill(page, () => page.goto(path), page.getByText("Couldn't refresh."));
    }
  });
}

test.describe('On a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('nothing moves when a step of the wizard is loaded again (LAY-07)', async ({ guest: page }) => {
    await page.goto('/');
    await fillPlaces(page, FROM, TO);
    await recordLayoutShifts(page);
    for (const _ of ['Package', 'Delivery']) {
      await clickContinue(page);
      const back = page.getByRole('button', { name: 'Back' });
      await expect(back).toBeVisible();
      await expectStill(page, () => page.reload(), back);
    }
  });

  test('My Deliveries without a stored list does not move when the requests that wait appear (LAY-07)', async ({
    loggedIn: page,
    errorMonitor,
  }) => {
    errorMonitor.allow(/status of 503/);
    await page.route(/\/api\/orderrequests(\?|$)/, (route) => route.fulfill({ status: 503 }));
    await page.goto('/');
    await completeAsCustomer(page, FROM, TO);
    const waiting = waitingList(page).getByRole('listitem');
    await expect(waiting).toBeVisible();
    await recordLayoutShifts(page);
    // The badge in the header makes the row of its buttons wider and moves none of them.
    await expectStill(page, () => page.goto('/deliveries'), waiting, 0.003);
    await expect(page.getByRole('tab', { name: 'Active' })).toBeVisible();
  });

  test('the help on Package Tracking does not move when the saved packages appear (LAY-07)', async ({
    guest: page,
    customer,
    operator,
  }) => {
    const { guid } = await operator.createOrder(customer);
    await page.goto(`/tracking?guid=${guid}`);
    await expect(page.getByRole('article', { name: 'Tracking result' })).toBeVisible();
    await expectStored(page, guid);
    const saved = page.getByRole('region', { name: 'Saved on this device' });
    await page.goto('/tracking');
    await expect(saved).toBeVisible();
    await recordLayoutShifts(page);
    await expectStill(page, () => page.goto('/tracking'), saved);
  });
});
