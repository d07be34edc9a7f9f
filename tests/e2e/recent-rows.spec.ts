import { expect, test } from './fixtures.ts';

test('Known deliveries are in the first frame after hydration, before the database responds (LAY-35)', async ({
  loggedIn: page,
  customer,
}) => {
  await customer.createDeliveryRequest();
  await page.goto('/deliveries');
  await expect(page.getByRole('listitem')).toHaveCount(1);
  await page.waitForFunction(() => localStorage.getItem('recent-rows')?.includes('"deliveries"'));
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
    new MutationObserver(() => {
      if (document.documentElement.dataset.live === undefined || 'rowsInFirstFrame' in window) return;
      Object.assign(window, { rowsInFirstFrame: undefined });
      requestAnimationFrame(() => {
        Object.assign(window, { rowsInFirstFrame: document.querySelectorAll('main li').length });
      });
    }).observe(document, { attributes: true, subtree: true });
  });
  await page.route('**/api/**', () => new Promise(() => {}));
  await page.reload();
  await page.waitForFunction(() => Reflect.get(window, 'rowsInFirstFrame') !== undefined);
  expect(await page.evaluate(() => Reflect.get(window, 'rowsInFirstFrame'))).toBe(1);
  await expect(page.getByRole('listitem')).toHaveCount(1);
});
