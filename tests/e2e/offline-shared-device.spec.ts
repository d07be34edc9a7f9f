import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { registerCustomer } from './support/customer.ts';
import { installWorker } from './support/device.ts';
import { NETWORK_ERROR } from './support/error-monitor.ts';
import { readStorage } from './support/read-storage.ts';
import {
  completeAsCustomer,
  countDeliveries,
  expectOrderedOnce,
  FROM,
  logIn,
  SAVED_MESSAGE,
  TO,
  waitingBadge,
  waitingList,
} from './support/submit.ts';

test.use({ serviceWorkers: 'allow', baseURL: async ({ networkSwitch }, use) => use(networkSwitch.url) });
test.beforeEach(({ errorMonitor }) => errorMonitor.allow(NETWORK_ERROR, /status of 401/));

/**
 * Leaves all kinds of data of the account on the device: listed, opened and tracked deliveries, and a waiting request.
 */
async function fillDeviceStorage(page: Page, { id, guid }: { id: number; guid: string }): Promise<void> {
  await page.goto('/');
  await installWorker(page, '/deliveries');
  const details = page.waitForResponse((response) => response.url().endsWith(`orderrequests/${id}`));
  await page.getByRole('main').getByRole('link', { name: /Howth/ }).click();
  await details;
  await expect(page).toHaveURL(/\/deliveries\/\d+$/);
  await expect(page.getByRole('main')).toContainText('Howth');
  await page.goto(`/tracking?guid=${guid}`);
  await expect(page.getByRole('main')).toContainText('Howth');
  await page.goto('/account?tab=addresses');
  await expect(page.getByRole('tabpanel')).toBeVisible();
  await page.goto('/');
}

async function logOut(page: Page, unsent: 'Keep for my next login' | 'Discard it'): Promise<void> {
  await page.goto('/account');
  await page.getByRole('button', { name: 'Log Out', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to log out?' });
  // The worker may have tried to send it over the connection that breaks.
  await expect(dialog).toContainText(/1 request on this device has not been (sent|confirmed) yet\./);
  await dialog.getByRole('radio', { name: unsent }).check();
  await dialog.getByRole('button', { name: 'Log Out', exact: true }).click();
  await expect(page.getByText('Logout successful')).toBeVisible();
}

test('A session that ended elsewhere parks waiting requests, and the same account sends them (REL-04)', async ({
  loggedIn: page,
  customer,
  context,
  networkSwitch,
  server,
}) => {
  const stranger = await registerCustomer(server.url);
  await page.goto('/');
  await installWorker(page);
  await networkSwitch.disconnect(context);
  await completeAsCustomer(page, FROM, TO);
  await expect(page.getByText(SAVED_MESSAGE)).toBeVisible();
  const password = await customer.changePassword();
  await networkSwitch.reconnect(context);
  await expect(page.getByRole('link', { name: /^Account, / })).toHaveCount(0);

  await test.step('no other account sees or sends the request', async () => {
    await expect(waitingBadge(page)).toHaveCount(0);
    await expect(page.getByRole('main')).not.toContainText('Sandymount');
    await logIn(page, stranger);
    await page.goto('/deliveries');
    await expect(page.getByRole('heading', { level: 1, name: 'My Deliveries' })).toBeVisible();
    await expect(waitingList(page)).toHaveCount(0);
    await expect(page.getByRole('main')).not.toContainText('Sandymount');
    expect(await countDeliveries(stranger, TO)).toBe(0);
    await page.goto('/account');
    await page.getByRole('button', { name: 'Log Out', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Are you sure you want to log out?' });
    await dialog.getByRole('button', { name: 'Log Out', exact: true }).click();
    await expect(page.getByText('Logout successful')).toBeVisible();
  });

  await test.step('the owner logs in again, and the request is sent', async () => {
    await logIn(page, customer, password);
    await page.goto('/deliveries');
    await expect(page.getByRole('main').getByRole('link', { name: /Sandymount/ })).toHaveCount(1);
    await expect(waitingList(page)).toHaveCount(0);
  });
});

test('After a password change elsewhere a notice says what waits, and after a reload and a login the request is sent once and the draft returns (SES-05, REL-34)', async ({
  loggedIn: page,
  customer,
  context,
  networkSwitch,
}) => {
  await page.goto('/');
  await installWorker(page);
  await networkSwitch.disconnect(context);
  await completeAsCustomer(page, FROM, TO);
  await expect(page.getByText(SAVED_MESSAGE)).toBeVisible();
  await page.getByLabel('Pick-up Location').fill('Draft Street, Dublin');
  const password = await customer.changePassword();
  await networkSwitch.reconnect(context);

  const notice = page.getByText('1 request and 1 draft wait for your login');
  await expect(notice).toBeVisible({ timeout: 30_000 });
  await expect(page.getByLabel('Pick-up Location')).toHaveValue('');
  for (const path of ['/', '/deliveries', '/account']) {
    await page.goto(path);
    await expect(notice).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(/Sandymount|Draft Street/);
    await expect(page.getByRole('main')).not.toContainText(customer.user.email);
  }
  await expect(page.getByText('1 draft, 1 request')).toBeVisible();

  await page.goto('/');
  await notice.locator('../..').getByRole('button', { name: 'Log in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Login to Your Account' });
  await dialog.getByLabel('Email').fill(customer.user.email);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByLabel('Pick-up Location')).toHaveValue('Draft Street, Dublin');
  await customer.logIn(password);
  await expectOrderedOnce(customer, TO);
  await expect(notice).toHaveCount(0);
});

for (const keep of [true, false]) {
  test(`After Log Out ${keep ? 'only unsent requests' : 'no data'} of the account stay on the device, in no database, cache or list (SES-04, REL-18)`, async ({
    loggedIn: page,
    customer,
    operator,
    context,
    networkSwitch,
  }) => {
    const order = await operator.createOrder(customer);
    await fillDeviceStorage(page, order);
    const other = await context.newPage();
    await other.goto('/deliveries');
    await expect(other.getByRole('main').getByRole('link', { name: /Howth/ })).toBeVisible();
    await networkSwitch.disconnect(context);
    await completeAsCustomer(page, FROM, TO);
    await expect(page.getByText(SAVED_MESSAGE)).toBeVisible();
    const { email, jwtToken } = customer.user;
    const stored = [
      email,
      encodeURIComponent(email),
      order.guid,
      `orderrequests/${order.id}`,
      jwtToken,
      'Howth',
    ];
    const secrets = [...stored, 'Aoife', 'Leinster', '123 4567'];
    const { text: before } = await readStorage(page);
    for (const secret of ['Aoife', ...stored]) expect(before).toContain(secret);

    await logOut(page, keep ? 'Keep for my next login' : 'Discard it');
    await expect(other.getByRole('heading', { name: 'Log in to see your deliveries' })).toBeVisible();
    await expect(other.getByRole('main')).not.toContainText('Howth');

    const found = async () => {
      const { text, parked } = await readStorage(page);
      expect(parked).toHaveLength(keep ? 1 : 0);
      expect(JSON.stringify(parked)).not.toContain(jwtToken);
      return secrets.filter((secret) => text.includes(secret));
    };
    await expect.poll(found).toEqual([]);
    await page.goto('/deliveries');
    await expect(page.getByRole('heading', { name: 'Log in to see your deliveries' })).toBeVisible();
    await expect(waitingList(page)).toHaveCount(0);
    expect(await found()).toEqual([]);

    await networkSwitch.reconnect(context);
    await logIn(page, customer);
    // The log-out has ended the session of the token that the test had.
    await customer.logIn();
    await page.goto('/deliveries');
    await expect(page.getByRole('main').getByRole('link', { name: /Howth/ })).toBeVisible();
    if (keep) await expectOrderedOnce(customer, TO);
    else expect(await countDeliveries(customer, TO)).toBe(0);
  });
}
