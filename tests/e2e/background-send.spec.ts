import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { installWorker } from './support/device.ts';
import { NETWORK_ERROR } from './support/error-monitor.ts';
import { completeAsCustomer, countDeliveries, SAVED_MESSAGE, TO, waitingList } from './support/submit.ts';

const GUID = '7f3c9e1a-52d8-4b06-9c1e-0a4f6a1d2b3c';

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

test('A notification announces a request that was sent while no page is open, and a pushed status (REL-23, PRD-84)', async ({
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
  // The worker is asked, because it shows no notification once a page is open.
  const told = async () => {
    const [worker] = context.serviceWorkers();
    const shown = worker?.evaluate(async () => {
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
      return (await registration.getNotifications()).map(({ title, data }) => ({ title, data }));
    });
    // A worker that stops meanwhile is started again by the next event.
    return (await shown?.catch(() => undefined)) ?? [];
  };
  const [delivery] = await customer.deliveries();
  const notification = { title: 'Ready to pay', data: { url: `/deliveries/${delivery?.id}` } };
  await expect.poll(told).toEqual(isTold ? [notification] : []);
  if (!isTold) return;

  // The push service of a browser is on the internet, so the test delivers the message itself.
  const message = { guid: GUID, status: 'delivered', day: null, slot: null, isCustomers: true };
  const { origin, registrationId } = sync;
  const data = JSON.stringify(message);
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  const status = { title: 'Delivered', data: { url: `/tracking?guid=${GUID}` } };
  await expect.poll(told).toEqual(expect.arrayContaining([notification, status]));
});
