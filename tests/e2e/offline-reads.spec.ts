import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { registerCustomer } from './support/customer.ts';
import { expectStored, installWorker } from './support/device.ts';
import { NETWORK_ERROR } from './support/error-monitor.ts';
import { openProfile } from './support/profile.ts';
import { logIn, showStillTrying } from './support/submit.ts';

const UNKNOWN_GUID = '0b1c6f0e-6f5e-4c3a-9a51-0f8d7f6f2b11';

test.use({ serviceWorkers: 'allow', baseURL: async ({ faultProxy }, use) => use(faultProxy.url) });
test.beforeEach(({ errorMonitor }) => errorMonitor.allow(NETWORK_ERROR, /Failed to load resource/));

/** Opens every screen once, so that the app caches its data. */
async function visitAllPages(page: Page, id: number, guid: string): Promise<void> {
  await page.goto('/');
  await installWorker(page, '/deliveries');
  await expect(page.getByRole('main').getByRole('link', { name: /Howth/ })).toBeVisible();
  await expectStored(page, 'Howth');
  await page.goto(`/deliveries/${id}?tab=map`);
  await expect(page.getByRole('application', { name: /^Map from/ })).toBeVisible();
  await page.goto(`/tracking?guid=${guid}`);
  await expect(page.getByText('Accepted').first()).toBeVisible();
  await page.goto('/account?tab=addresses');
  await expect(page.getByText('12 Leinster Road').first()).toBeVisible();
  await expectStored(page, '"postalCode":"D06 X2P4"');
  await expectStored(page, guid);
}

/** Much less than the time limits of a call, so that cached data that waits for the network is noticed. */
const CACHED_WITHIN_MS = 7000;

/** Opens all screens again: cached data appears at once with its age, without a spinner, an alert or a log-out. */
async function expectAllPages(page: Page, id: number, guid: string): Promise<void> {
  const pages: [path: string, words: string | RegExp, hasAge: boolean][] = [
    ['/deliveries', 'Howth', true],
    [`/deliveries/${id}`, 'Howth', true],
    [`/deliveries/${id}?tab=timeline`, 'Your request has been accepted.', true],
    [`/deliveries/${id}?tab=map`, 'Howth', true],
    [`/deliveries/${id}?tab=payment`, /€\d/, true],
    [`/tracking?guid=${guid}`, 'Accepted', true],
    ['/account?tab=addresses', '12 Leinster Road', true],
    ['/faq', /insur/i, false],
  ];
  for (const [path, words, hasAge] of pages) {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(main.getByText(words).first(), path).toBeVisible({ timeout: CACHED_WITHIN_MS });
    if (hasAge) await expect(main.getByText(/^Updated /).first(), path).toBeVisible();
    await expect(main.getByText(/^(Loading|Looking for)/), path).toHaveCount(0);
    await expect(page.getByRole('alert'), path).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Account, Aoife Brennan' }), path).toBeVisible();
  }
}

/** A delivery that was never viewed is reported as unavailable and not as unknown. */
async function expectUnavailable(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'We could not load this delivery' })).toBeVisible();
  await expect(page.getByText('Delivery Not Found')).toHaveCount(0);
}

test('A customer can read data that they have viewed with a network where every request hangs (REL-19)', async ({
  loggedIn: page,
  customer,
  operator,
  faultProxy,
}) => {
  const { id, guid } = await operator.createOrder(customer);
  await customer.saveAddress();
  await visitAllPages(page, id, guid);
  const unseen = await customer.createDeliveryRequest({ dropOffSnapshot: { name: 'Galway Docks' } });
  faultProxy.chooseFault = () => 'hang';
  await expectAllPages(page, id, guid);

  await page.clock.install();
  await page.goto(`/deliveries/${unseen.id}`);
  await showStillTrying(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expectUnavailable(page);
});

test('After a restart of the browser without a network a customer can read all cached data (REL-19)', async ({
  customer,
  operator,
  faultProxy,
}, { outputDir }) => {
  const { id, guid } = await operator.createOrder(customer);
  await customer.saveAddress();
  const before = await openProfile(outputDir, faultProxy.url);
  await before.logIn(customer);
  await visitAllPages(before.page, id, guid);
  await before.context.close();
  const unseen = await customer.createDeliveryRequest({ dropOffSnapshot: { name: 'Galway Docks' } });

  faultProxy.chooseFault = () => 'reset';
  const after = await openProfile(outputDir, faultProxy.url);
  await after.context.setOffline(true);
  await expectAllPages(after.page, id, guid);
  await after.page.goto(`/deliveries/${unseen.id}`);
  await expectUnavailable(after.page);
  await after.context.close();
});

test('A guest can read the last position of a tracked package without a network and while every request hangs (REL-19)', async ({
  guest: page,
  customer,
  operator,
  context,
  faultProxy,
}) => {
  const { guid } = await operator.createOrder(customer);
  await page.goto('/');
  await installWorker(page, `/tracking?guid=${guid}`);
  await expect(page.getByText('Accepted').first()).toBeVisible();
  await expectStored(page, guid);
  const expectPosition = async () => {
    await page.goto(`/tracking?guid=${guid}`);
    await expect(page.getByText('Accepted').first()).toBeVisible({ timeout: CACHED_WITHIN_MS });
    await expect(page.getByText(/^Updated /).first()).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  };
  faultProxy.chooseFault = () => 'hang';
  await expectPosition();

  faultProxy.chooseFault = () => 'reset';
  await context.setOffline(true);
  await expectPosition();
  await page.goto(`/tracking?guid=${UNKNOWN_GUID}`);
  await expect(page.getByText("Couldn't look up this package")).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No package found' })).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('Two accounts on one device never see data of each other, also without a network (REL-18)', async ({
  loggedIn: page,
  customer,
  context,
  faultProxy,
  server,
}) => {
  const mine = await customer.createDeliveryRequest();
  const stranger = await registerCustomer(server.url);
  await stranger.createDeliveryRequest({
    pickUpSnapshot: { name: 'Eyre Square' },
    dropOffSnapshot: { name: 'Galway Docks' },
  });
  await page.goto('/');
  await installWorker(page, '/deliveries');
  await expect(page.getByRole('main').getByRole('link', { name: /Howth/ })).toBeVisible();
  await page.goto('/account');
  await page.getByRole('button', { name: 'Log Out', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to log out?' });
  await dialog.getByRole('button', { name: 'Log Out', exact: true }).click();
  await expect(page.getByText('Logout successful')).toBeVisible();
  await logIn(page, stranger);
  await page.goto('/deliveries');
  await expect(page.getByRole('link', { name: /Galway Docks/ })).toBeVisible();

  faultProxy.chooseFault = () => 'reset';
  await context.setOffline(true);
  for (const path of ['/', '/deliveries', `/deliveries/${mine.id}`, '/tracking', '/account?tab=addresses']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText(/Howth|Leinster/), path).toHaveCount(0);
  }
});
