import { expect, test } from './fixtures.ts';
import { expectStored, installWorker } from './support/device.ts';
import { NETWORK_ERROR } from './support/error-monitor.ts';
import { expectOrderedOnce, SAVED_MESSAGE } from './support/submit.ts';
import { fillPlaces } from './support/wizard.ts';

test.use({ serviceWorkers: 'allow', baseURL: async ({ networkSwitch }, use) => use(networkSwitch.url) });
test.beforeEach(({ errorMonitor }) => errorMonitor.allow(NETWORK_ERROR));

test('A customer who submitted at an offline price sees the changed price before paying (WIZ-37)', async ({
  loggedIn: page,
  context,
  networkSwitch,
  customer,
}) => {
  await page.goto('/');
  await installWorker(page);
  // An offline price needs the tariff, which the configuration contains.
  await expectStored(page, 'tariff');
  await networkSwitch.disconnect(context);
  // Without the geocoder the device knows no distance for these; the server does.
  await fillPlaces(page, '5 Parnell Square, Dublin', '9 Quay Street, Galway');
  await page.getByRole('button', { name: 'Fast forward' }).click();
  await expect(page.getByText('Estimated offline; confirmed when you are back online').first()).toBeVisible();
  await page.getByRole('button', { name: 'Complete Request' }).click();
  await expect(page.getByText(SAVED_MESSAGE)).toBeVisible();
  await networkSwitch.reconnect(context);
  await expectOrderedOnce(customer, '9 Quay Street, Galway');
  const [delivery] = await customer.deliveries();
  await page.goto(`/deliveries/${delivery?.id}`);
  const words = page.getByText(/^When you sent it, we estimated €[\d.]+\. The price is €[\d.]+\.$/);
  await expect(words.first()).toBeVisible();
  await expect(words.first()).toContainText(`The price is €${delivery?.estimatedPrice?.toFixed(2)}`);
  await page.goto(`/deliveries/${delivery?.id}/payment`);
  await expect(words).toBeVisible();
});
