import { expect, test } from './fixtures.ts';

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]) {
  test.describe(`On a screen of ${viewport.width} px`, () => {
    test.use({ viewport });

    test('hardly anything moves when the customer’s view of Package Tracking replaces its placeholder (LAY-07)', async ({
      loggedIn: page,
      customer,
    }) => {
      await customer.createDeliveryRequest();
      await page.addInitScript(() => {
        Object.assign(window, { shifted: 0 });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            Object.assign(window, { shifted: Reflect.get(window, 'shifted') + Reflect.get(entry, 'value') });
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.goto('/tracking');
      await expect(page.getByRole('link', { name: /^Details of/ })).toBeVisible();
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
      expect(await page.evaluate(() => Reflect.get(window, 'shifted'))).toBeLessThan(0.02);
    });
  });
}
