import { expect, test } from './fixtures.ts';
import { expectStored, installWorker } from './support/device.ts';
import { NETWORK_ERROR } from './support/error-monitor.ts';

test.use({ serviceWorkers: 'allow', baseURL: async ({ faultProxy }, use) => use(faultProxy.url) });

test('A guest opens a stored package without its number and without a connection (TRK-17)', async ({
  guest: page,
  customer,
  operator,
  faultProxy,
  errorMonitor,
}) => {
  errorMonitor.allow(NETWORK_ERROR, /Failed to load resource/);
  const { guid } = await operator.createOrder(customer);
  await page.goto('/tracking');
  await installWorker(page, `/tracking?guid=${guid}`);
  const result = page.getByRole('article', { name: 'Tracking result' });
  await expect(result).toContainText('Accepted');
  await expectStored(page, guid);
  faultProxy.chooseFault = () => 'reset';
  await page.goto('/tracking');
  const saved = page.getByRole('region', { name: 'Saved on this device' });
  await saved.getByRole('link', { name: /^Track / }).click();
  await expect(result).toContainText('Accepted');
  await expect(result.getByText("Couldn't refresh.")).toBeVisible();
  await operator.report(guid, 'inTransit');
  faultProxy.chooseFault = () => undefined;
  await expect(result).toContainText('In Transit');
});
