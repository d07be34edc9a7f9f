import { expect, test } from './fixtures.ts';

/** The pages whose document contains a placeholder for customers, and a control of the view that replaces it. */
const VIEWS = [
  ['/tracking', 'link', /^Details of/],
  ['/deliveries', 'button', /^Send again: /],
  ['/account', 'tab', 'Profile'],
] as const;

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]) {
  test.describe(`On a screen of ${viewport.width} px`, () => {
    test.use({ viewport });

    test('hardly anything moves when the customer’s view of a page replaces its placeholder (LAY-07)', async ({
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
      for (const [path, role, name] of VIEWS) {
        await page.goto(path);
        await expect(page.getByRole(role, { name })).toBeVisible();
        await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
        expect(await page.evaluate(() => Reflect.get(window, 'shifted')), path).toBeLessThan(0.02);
      }
    });
  });
}
