import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { installWorker } from './support/device.ts';
import { NETWORK_ERROR } from './support/error-monitor.ts';
import { completeAsCustomer, countDeliveries, SAVED_MESSAGE, TO, waitingList } from './support/submit.ts';

test.use({
  serviceWorkers: 'allow',
  baseURL: async ({ networkSwitch }, use) => use(networkSwitch.url),
  permissions: ['notifications'],
});
test.beforeEach(({ errorMonitor }) => errorMonitor.allow(NETWORK_ERROR));

/**
 * Chromium's headless shell, which is the browser from npm, refuses notifications even if a test grants the
 * permission. The app must then offer none. tests/offline/worker-sync.test.ts tests the text of the notification.
 */
function canNotify(page: Page): Promise<boolean> {
  return page.evaluate(() => Notification.permission === 'granted');
}

test('A request that is sent while no page is open is announced by a notification (REL-23)', async ({
  loggedIn: page,
  context,
  networkSwitch,
  customer,
}) => {
  const cdp = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [ours] = registrations;
      if (ours) resolve(ours.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  await page.goto('/');
  await installWorker(page);
  await networkSwitch.disconnect(context);
  await completeAsCustomer(page, '5 Parnell Square, Dublin', TO);
  await expect(page.getByText(SAVED_MESSAGE)).toBeVisible();
  const isTold = await canNotify(page);
  await expect(waitingList(page).getByText("We'll notify you when it's sent.")).toHaveCount(isTold ? 1 : 0);

  await page.goto('about:blank');
  await networkSwitch.reconnect(context);
  const sync = {
    origin: networkSwitch.url,
    registrationId: await registered,
    tag: 'send-outbox',
    lastChance: false,
  };
  // A browser wakes the worker again while requests are waiting.
  await expect
    .poll(
      async () => {
        await cdp.send('ServiceWorker.dispatchSyncEvent', sync);
        return countDeliveries(customer, TO);
      },
      { intervals: [500, 2500], timeout: 30_000 },
    )
    .toBe(1);
  await page.goto('/robots.txt');
  const told = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/');
      const shown = (await registration?.getNotifications()) ?? [];
      return shown.map(({ title, data }) => ({ title, data }));
    });
  const [delivery] = await customer.deliveries();
  const notification = { title: 'Ready to pay', data: { url: `/deliveries/${delivery?.id}` } };
  await expect.poll(told).toEqual(isTold ? [notification] : []);
});
