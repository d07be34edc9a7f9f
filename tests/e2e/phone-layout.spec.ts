import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { boxOf, tabBar } from './support/boxes.ts';
import { cutTexts, setTextSize } from './support/cut-texts.ts';
import { installWorker } from './support/device.ts';
import { NETWORK_ERROR } from './support/error-monitor.ts';
import { layoutShifts, recordLayoutShifts } from './support/layout-shifts.ts';
import { FROM, TO } from './support/submit.ts';
import { fillPlaces, goToSummary } from './support/wizard.ts';

const PHONE_AND_DESKTOP = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
];

test('On a phone, buttons that send again and fast-forward say so in visible words (PRD-87, WIZ-11)', async ({
  loggedIn: page,
  customer,
}) => {
  await customer.createDeliveryRequest();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/deliveries');
  const again = page.getByRole('button', { name: /^Send again: .+ to .+/ });
  await expect(again).toHaveText('Send again');
  const [button, status] = [await boxOf(again), await boxOf(page.getByText('Waiting payment'))];
  expect(button.x).toBeGreaterThanOrEqual(status.x + status.width);
  await again.click();
  await expect(page.getByRole('heading', { name: /Summary$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Locations, completed' }).click();
  await expect(page.getByText('Fast forward', { exact: true })).toBeInViewport({ ratio: 1 });
  const [skip, next] = [
    await boxOf(page.getByRole('button', { name: 'Fast forward' })),
    await boxOf(page.getByRole('button', { name: 'Continue', exact: true })),
  ];
  expect(skip.x + skip.width).toBeLessThan(next.x);
});

test('The next action after a payment and Log Out are in sight on a phone (LAY-48)', async ({
  loggedIn: page,
  customer,
}) => {
  const { id } = await customer.createDeliveryRequest();
  await page.setViewportSize({ width: 360, height: 740 });
  const expectInSight = async (path: string, role: 'button' | 'link', name: string) => {
    await page.goto(path);
    await expect(page.getByRole(role, { name })).toBeInViewport({ ratio: 1 });
    const [action, bar] = [await boxOf(page.getByRole(role, { name })), await boxOf(tabBar(page))];
    expect(action.y + action.height).toBeLessThanOrEqual(bar.y);
  };
  await page.goto(`/deliveries/${id}/payment`);
  // Its own bar takes the place of the tabs.
  await expect(page.getByRole('button', { name: /^Pay €/ })).toBeInViewport({ ratio: 1 });
  await expect(tabBar(page)).toBeHidden();
  await page.goto(`/deliveries/${id}`);
  await page.getByRole('tab', { name: 'Payment' }).click();
  await expect(page.getByRole('button', { name: /^Pay €/ })).toBeInViewport({ ratio: 1 });
  await expectInSight(`/deliveries/${id}/payment/cancel`, 'button', 'Try Payment Again');
  await expectInSight('/account', 'button', 'Log Out');
  await customer.pay(id);
  await expectInSight(`/deliveries/${id}/payment/success`, 'link', 'View Delivery Details');
  await page.goto(`/deliveries/${id}/payment`);
  await expect(page.getByRole('link', { name: 'View Delivery Details' })).toBeInViewport({ ratio: 1 });
});

test('A bar of tabs is at the bottom of a phone, below everything else, and gives way to the bar of an action (LAY-49)', async ({
  loggedIn: page,
  customer,
}) => {
  const { id } = await customer.createDeliveryRequest();
  await page.setViewportSize({ width: 320, height: 568 });
  const bar = tabBar(page);
  const tabs = bar.getByRole('link');
  for (const [path, current] of [
    ['/deliveries', 'Deliveries'],
    ['/tracking?from=menu', 'Tracking'],
    ['/account?tab=billing', 'Account'],
    ['/faq', undefined],
  ] as const) {
    await page.goto(path);
    await page.locator('html[data-live]').waitFor();
    await expect(tabs).toHaveText(['Send', 'Deliveries', 'Tracking', 'Account']);
    await expect(bar.locator('[aria-current=page]')).toHaveText(current ? [current] : []);
    const box = await boxOf(bar);
    expect(box.y + box.height).toBe(568);
    for (const tab of await tabs.all()) {
      const { width, height } = await boxOf(tab);
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    const markup = await (await page.request.get(path)).text();
    expect(markup).toMatch(/<nav class="[^"]*" aria-label="Main pages"/);
    // The page grows when its rows arrive.
    await expect(async () => {
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      const footer = await boxOf(page.getByRole('navigation', { name: 'Legal', exact: true }));
      expect(footer.y + footer.height).toBeLessThanOrEqual(box.y);
    }).toPass();
  }
  await page.emulateMedia({ media: 'print' });
  await expect(bar).toBeHidden();
  // A fixed header would be on every page of paper, above the text.
  await expect(page.getByRole('banner')).toHaveCSS('position', 'absolute');
  await page.emulateMedia({ media: 'screen' });
  await tabs.first().click();
  await expect(page.getByRole('heading', { name: 'Request a Delivery' })).toBeVisible();
  await expect(bar).toBeHidden();
  await page.goto(`/deliveries/${id}`);
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeVisible();
  await expect(bar).toBeHidden();
  // On a low screen the bar is the end of the page, and on a wide one its links are in the header.
  await page.setViewportSize({ width: 740, height: 360 });
  await page.goto('/faq');
  await expect(bar).not.toBeInViewport();
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(bar).toBeHidden();
});

test('The bar of an action leaves the end of the page visible, also when it says why the action does nothing (LAY-12)', async ({
  loggedIn: page,
  customer,
  errorMonitor,
}) => {
  errorMonitor.allow(NETWORK_ERROR);
  const { id } = await customer.createDeliveryRequest();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/deliveries/${id}/payment`);
  const pay = page.getByRole('button', { name: /^Pay €/ });
  await expect(pay).toBeEnabled();
  const link = page.getByRole('contentinfo').getByRole('link').last();
  const expectInSight = async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const [last, action] = [await boxOf(link), await boxOf(pay)];
    expect(last.y + last.height).toBeLessThan(action.y - 12);
  };
  await expectInSight();
  await page.context().setOffline(true);
  await expect(page.getByText('Paying needs a connection.')).toBeVisible();
  await expectInSight();
});

test('A short tab and the links of a map are large enough for a finger (LAY-50)', async ({
  loggedIn: page,
  customer,
}) => {
  const { id } = await customer.createDeliveryRequest();
  await page.setViewportSize({ width: 360, height: 740 });
  const expectTarget = async (target: Locator) => {
    const { width, height } = await boxOf(target);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
  };
  await page.goto('/tracking');
  await expectTarget(page.getByRole('tab', { name: 'All', exact: true }));
  await page.goto(`/deliveries/${id}`);
  await page.getByRole('tab', { name: 'Map' }).click();
  const about = page.getByRole('button', { name: 'About this map' });
  await expectTarget(about);
  await about.click();
  await expectTarget(about);
  const links = page.getByRole('link', { name: /OpenStreetMap|Report a map issue/ });
  await expect(links).toHaveCount(2);
  for (const link of await links.all()) await expectTarget(link);
});

test('The tabs of the account begin where the page does on a phone', async ({ loggedIn: page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/account');
  const tabs = await boxOf(page.getByRole('tab', { name: 'Profile' }));
  expect(tabs.x).toBe((await boxOf(page.getByRole('heading', { level: 1 }))).x);
});

for (const viewport of [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
]) {
  test(`A saved draft with both places moves nothing when the page opens again, ${viewport.width} pixels wide (LAY-07)`, async ({
    guest: page,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto('/');
    await page.locator('html[data-live]').waitFor();
    for (const [label, text] of [
      ['Pick-up Location', 'Grafton Street, Dublin'],
      ['Drop-off Location', 'Main Street, Bray'],
    ] as const) {
      await page.getByLabel(label).fill(text);
      await page.getByRole('option').first().click();
    }
    const route = page.getByRole('region', { name: 'Route preview' }).getByText(/in a straight line/);
    await expect(route).toBeVisible();
    await expect(page.locator('html[data-marks~=draft]')).toBeVisible();

    const question = page.getByText('Is there a house number?');
    await expect(question).toBeVisible();

    await recordLayoutShifts(page);
    const estimated = page.waitForResponse('**/estimateprice');
    await page.goto('/');
    await expect(route).toBeVisible();
    await (await estimated).finished();
    // The chunk of the questions is loaded once the price is known.
    await page.waitForLoadState('networkidle');
    expect(await layoutShifts(page)).toEqual([]);
    await expect(question).toBeHidden();
    await page.keyboard.press('Tab');
    await expect(question).toBeVisible();
  });
}

for (const viewport of PHONE_AND_DESKTOP) {
  test(`A lost connection moves nothing under the finger, ${viewport.width} pixels wide (LAY-39)`, async ({
    guest: page,
    errorMonitor,
  }) => {
    errorMonitor.allow(NETWORK_ERROR);
    await page.setViewportSize(viewport);
    await page.goto('/');
    await page.locator('html[data-live]').waitFor();
    const field = page.getByLabel('Pick-up Location');
    await field.pressSequentially('Grafton');
    const topOf = () => field.evaluate((element) => Math.round(element.getBoundingClientRect().top));
    const before = await topOf();
    await page.context().setOffline(true);
    await expect(page.getByText('You are offline.')).toBeVisible();
    expect(await topOf()).toBe(before);
    await page.context().setOffline(false);
    await expect(page.getByText('You are offline.')).toHaveCount(0);
    expect(await topOf()).toBe(before);
  });

  test(`On a high screen neither a lost connection nor the note that the distance is not known yet moves a button, ${viewport.width} pixels wide (LAY-39)`, async ({
    guest: page,
    errorMonitor,
  }) => {
    errorMonitor.allow(NETWORK_ERROR);
    // On a lower screen the buttons stay at its bottom.
    await page.setViewportSize({ ...viewport, height: 1024 });
    await page.goto('/');
    await page.locator('html[data-live]').waitFor();
    await fillPlaces(page, FROM, '');
    const topOf = async () => (await boxOf(page.getByRole('button', { name: 'Continue', exact: true }))).y;
    const before = await topOf();
    await page.context().setOffline(true);
    await expect(page.getByText('You are offline.')).toBeVisible();
    expect(await topOf()).toBe(before);
    await page.getByLabel('Drop-off Location').fill(TO);
    await expect(page.getByText('Distance not known yet, 15 km assumed')).toBeVisible();
    expect(await topOf()).toBe(before);
    await page.context().setOffline(false);
    await expect(page.getByText('You are offline.')).toHaveCount(0);
    expect(await topOf()).toBe(before);
  });
}

test('A lost connection covers no heading of a page that has just been opened (LAY-39)', async ({
  guest: page,
  errorMonitor,
}) => {
  errorMonitor.allow(NETWORK_ERROR);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/');
  // Before hydration a link loads its page as a document, and the browser decides where the focus is.
  await page.locator('html[data-live]').waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tracking' }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeFocused();
  await page.context().setOffline(true);
  const banner = page.getByRole('status').filter({ hasText: 'You are offline.' });
  await expect(banner).toBeVisible();
  const [above, below] = await Promise.all([banner.boundingBox(), heading.boundingBox()]);
  expect(below?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
});

test.describe('With a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('A page that opens without a network moves nothing on a phone and on a desktop (LAY-39)', async ({
    guest: page,
    errorMonitor,
  }) => {
    errorMonitor.allow(NETWORK_ERROR);
    await page.goto('/');
    await installWorker(page);
    await recordLayoutShifts(page);
    // The emulation of a lost network tells a page only after its first frame.
    await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: false }));
    await page.context().setOffline(true);
    // Playwright's own queries would count as a touch, after which the page scrolls by the height of the banner.
    let tell = () => {};
    await page.exposeFunction('tell', () => tell());
    await page.addInitScript(() => {
      const watch = () => {
        if (document.body?.innerText.includes('You are offline.')) Reflect.get(window, 'tell')();
        else requestAnimationFrame(watch);
      };
      watch();
    });
    for (const viewport of PHONE_AND_DESKTOP) {
      await page.setViewportSize(viewport);
      const isTold = new Promise<void>((resolve) => {
        tell = resolve;
      });
      await page.reload();
      await isTold;
      await expect(page.locator('html[data-offline]')).toHaveCount(0);
      // Only the rest of the banner's own text may move, by the few pixels that its first words differ.
      const moved = (await layoutShifts(page)).reduce((sum, shift) => sum + shift, 0);
      expect(moved, `${viewport.width} pixels wide`).toBeLessThan(0.001);
    }
  });
});

test('A browser that wrongly reports no network loses the banner again on a phone and on a desktop (SES-03)', async ({
  guest: page,
}) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: false }));
  for (const viewport of PHONE_AND_DESKTOP) {
    await page.setViewportSize(viewport);
    await page.goto('/');
    await page.locator('html[data-live]').waitFor();
    await expect(page.locator('html[data-offline]')).toHaveCount(0);
    await expect(page.getByText('No network yet.')).toBeHidden();
    await expect(page.getByText('You are offline.')).toHaveCount(0);
  }
});

test('With text of 200 % no town breaks and no amount is cut in the summary on a small phone (LAY-44)', async ({
  guest: page,
}) => {
  await page.goto('/');
  await goToSummary(page, '4 Market Street, Castlecomer, Kilkenny', '3 Abbey Street, Howth');
  await page.getByText('Price breakdown').click();
  await setTextSize(page, 32);
  await page.setViewportSize({ width: 320, height: 740 });
  expect(await cutTexts(page)).toEqual([]);
});
