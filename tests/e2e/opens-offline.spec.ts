import { expect, test } from './fixtures.ts';
import { installWorker } from './support/device.ts';
import { NETWORK_ERROR } from './support/error-monitor.ts';
import { fillPlaces } from './support/wizard.ts';

test.use({ serviceWorkers: 'allow', baseURL: async ({ networkSwitch }, use) => use(networkSwitch.url) });

test('Every page opens without a network after one visit (REL-19)', async ({
  guest: page,
  errorMonitor,
  context,
  networkSwitch,
}) => {
  errorMonitor.allow(NETWORK_ERROR);
  await page.goto('/');
  await installWorker(page);
  await networkSwitch.disconnect(context);

  const pages: [string, string | RegExp][] = [
    ['/', 'Request a Delivery'],
    ['/deliveries', 'My Deliveries'],
    ['/deliveries/1', /Delivery/],
    ['/tracking', 'Package Tracking'],
    ['/faq', /FAQ|Questions/i],
    ['/auth/login', 'Login'],
    ['/auth/register', 'Register'],
    ['/account', 'Account'],
    ['/terms-and-conditions', /Terms/],
    ['/privacy-policy', /Privacy/],
    ['/no/such/page', 'Page not found'],
  ];
  for (const [path, heading] of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading }), path).toBeVisible();
  }
  await page.goto('/tracking?guid=0b1c6f0e-6f5e-4c3a-9a51-0f8d7f6f2b11');
  await expect(page.getByRole('heading', { level: 1, name: 'Package Tracking' })).toBeVisible();
});

test('A customer without a network reads their deliveries and stays logged in', async ({
  loggedIn: page,
  customer,
  errorMonitor,
  context,
  networkSwitch,
}) => {
  errorMonitor.allow(NETWORK_ERROR);
  const { id } = await customer.createDeliveryRequest();
  await page.goto('/deliveries');
  await expect(page.getByRole('link', { name: /Howth/ })).toBeVisible();
  await installWorker(page);
  await expect(page.getByRole('link', { name: /Howth/ })).toBeVisible();

  await networkSwitch.disconnect(context);
  await page.reload();
  await expect(page.getByRole('link', { name: /Howth/ })).toBeVisible();
  await page.goto(`/deliveries/${id}`);
  await expect(page.getByRole('main')).toContainText('Howth');
  await expect(page.getByRole('link', { name: 'Account, Aoife Brennan' })).toBeVisible();
  await expect(page.getByText(/offline/i).first()).toBeVisible();
});

test('A request submitted without a network is sent once after reconnecting (REL-01)', async ({
  loggedIn: page,
  errorMonitor,
  context,
  networkSwitch,
  customer,
}) => {
  errorMonitor.allow(NETWORK_ERROR);
  await page.goto('/');
  await installWorker(page);
  await networkSwitch.disconnect(context);
  await fillPlaces(page, '5 Parnell Square, Dublin', '7 Strand Road, Sandymount');
  await page.getByRole('button', { name: 'Fast forward' }).click();
  await page.getByRole('button', { name: 'Complete Request' }).click();
  await expect(
    page.getByText('Saved on this device. We will send it when you are online.').first(),
  ).toBeVisible();

  await networkSwitch.reconnect(context);
  const listed = async () => (await customer.deliveries()).length;
  await expect.poll(listed, { timeout: 30_000 }).toBe(1);
  await page.goto('/deliveries');
  await expect(page.getByRole('link', { name: /Sandymount/ })).toHaveCount(1);
  expect(await listed()).toBe(1);
});
