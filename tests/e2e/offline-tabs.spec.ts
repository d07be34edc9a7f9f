import { expect, test } from './fixtures.ts';
import { expectStored, installWorker } from './support/device.ts';
import { NETWORK_ERROR } from './support/error-monitor.ts';
import { queueRequest } from './support/queue-request.ts';
import { readStorage } from './support/read-storage.ts';
import {
  countDeliveries,
  expectOrderedOnce,
  FROM,
  SAVED_MESSAGE,
  TO,
  waitingBadge,
  waitingList,
} from './support/submit.ts';
import { fillPlaces } from './support/wizard.ts';

/** How many requests the outbox sends in parallel. */
const SENT_AT_ONCE = 4;
const NEXT = '9 Quay Street, Galway';

test.use({ serviceWorkers: 'allow', baseURL: async ({ faultProxy }, use) => use(faultProxy.url) });
test.beforeEach(({ errorMonitor }) => errorMonitor.allow(NETWORK_ERROR, /Failed to load resource/));

test('A log-out in one tab logs out the other tabs and removes what is being typed there (SES-02, SES-04)', async ({
  loggedIn: page,
  customer,
  context,
}) => {
  await customer.createDeliveryRequest();
  await page.goto('/account');
  const list = await context.newPage();
  await list.goto('/deliveries');
  await expect(list.getByRole('link', { name: /Howth/ })).toBeVisible();
  const wizard = await context.newPage();
  await wizard.goto('/');
  await wizard.getByLabel('Pick-up Location').fill('8 Patrick Street');
  await page.getByRole('button', { name: 'Log Out', exact: true }).click();
  await wizard.getByLabel('Drop-off Location').pressSequentially('9 Quay Street');
  const dialog = page.getByRole('dialog', { name: 'Are you sure you want to log out?' });
  await dialog.getByRole('button', { name: 'Log Out', exact: true }).click();
  await expect(page.getByText('Logout successful')).toBeVisible();

  await expect(list.getByRole('heading', { name: 'Log in to see your deliveries' })).toBeVisible();
  await expect(wizard.getByRole('link', { name: /^Account, / })).toHaveCount(0);
  await expect(wizard.getByLabel('Pick-up Location')).toHaveValue('');
  await expect(wizard.getByLabel('Drop-off Location')).toHaveValue('');
  const secrets = ['Aoife', customer.user.jwtToken, 'Howth', 'Patrick Street', 'Quay Street'];
  await expect
    .poll(async () => {
      const { text } = await readStorage(page);
      return secrets.filter((secret) => text.includes(secret));
    })
    .toEqual([]);
});

test('A draft that is edited in two tabs has the changes of both and stays one draft (WIZ-32)', async ({
  guest: page,
  context,
}) => {
  await page.goto('/');
  await page.getByLabel('Pick-up Location').fill(FROM);
  await expectStored(page, FROM);
  const other = await context.newPage();
  await other.goto('/');
  await expect(other.getByLabel('Pick-up Location')).toHaveValue('');
  await other.getByRole('button', { name: /^Resume / }).click();
  await expect(other.getByLabel('Pick-up Location')).toHaveValue(FROM);

  await other.getByLabel('Drop-off Location').fill(TO);
  await expect(page.getByLabel('Drop-off Location')).toHaveValue(TO);
  await page.getByLabel('Pick-up Location').fill(NEXT);
  await expect(other.getByLabel('Pick-up Location')).toHaveValue(NEXT);

  await page.close();
  await other.reload();
  await expect(other.getByLabel('Pick-up Location')).toHaveValue(NEXT);
  await expect(other.getByLabel('Drop-off Location')).toHaveValue(TO);
  await expect(other.getByText('Resume your request')).toHaveCount(0);
});

test('Four tabs that submit at the same moment store four requests on the device (WIZ-39, REL-01)', async ({
  loggedIn: page,
  customer,
  context,
  faultProxy,
}) => {
  await page.goto('/');
  await installWorker(page);
  // An offline price needs the tariff, which the configuration contains.
  await expectStored(page, 'tariff');
  const tabs = [page, await context.newPage(), await context.newPage(), await context.newPage()];
  faultProxy.chooseFault = () => 'reset';
  await context.setOffline(true);
  const ends = tabs.map((_, index) => [`${index + 1} Grafton Street`, `${index + 1} Harbour Road`] as const);
  await Promise.all(
    tabs.map(async (tab, index) => {
      const [pickUp, dropOff] = ends[index] ?? ['', ''];
      await tab.goto('/');
      await fillPlaces(tab, pickUp, dropOff);
      await tab.getByRole('button', { name: 'Fast forward' }).click();
      // The price moves the button below it.
      await expect(tab.getByText('Estimated offline; confirmed when you are back online')).toBeVisible();
    }),
  );
  await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: 'Complete Request' }).click()));
  for (const tab of tabs) await expect(tab.getByText(SAVED_MESSAGE)).toBeVisible();
  await expect(waitingList(page).getByRole('listitem')).toHaveCount(4);

  faultProxy.chooseFault = () => undefined;
  await context.setOffline(false);
  for (const [, dropOff] of ends) await expectOrderedOnce(customer, dropOff);
});

test('A request that is discarded in one tab while another is sending is not sent and does not reappear (REL-05)', async ({
  loggedIn: page,
  customer,
  context,
  faultProxy,
}) => {
  await page.goto('/');
  await installWorker(page);
  const other = await context.newPage();
  await other.goto('/deliveries');
  faultProxy.chooseFault = () => 'reset';
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  // The first four are sent at once. The last one waits behind them and is discarded.
  const remaining = Array.from({ length: SENT_AT_ONCE }, (_, index) => `${index + 1} Harbour Road`);
  for (const name of [...remaining, NEXT]) await queueRequest(page, customer, { dropOffSnapshot: { name } });
  await other.reload();
  await expect(waitingList(other).getByRole('listitem')).toHaveCount(remaining.length + 1);

  let creates = 0;
  let release = (): void => undefined;
  const released = new Promise<undefined>((resolve) => {
    release = () => resolve(undefined);
  });
  faultProxy.chooseFault = ({ method, path }) => {
    if (method !== 'POST' || !/\/orderrequests$/.test(path)) return undefined;
    creates += 1;
    return released;
  };
  await context.setOffline(false);
  await expect.poll(() => creates).toBe(remaining.length);
  const discarded = waitingList(other).getByRole('listitem').filter({ hasText: 'Quay Street' });
  await expect(discarded).toContainText('Queued');
  await discarded.getByRole('button', { name: /^Discard / }).click();
  const dialog = other.getByRole('dialog', { name: 'Discard this request?' });
  await expect(dialog).toContainText('This request has not been sent.');
  await dialog.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(discarded).toHaveCount(0);
  expect(creates).toBe(remaining.length);
  release();

  for (const place of remaining) await expectOrderedOnce(customer, place);
  for (const tab of [page, other]) {
    await expect(waitingList(tab)).toHaveCount(0);
    await expect(waitingBadge(tab)).toHaveCount(0);
  }
  await page.goto('/deliveries');
  await expect(page.getByRole('link', { name: /Harbour Road/ })).toHaveCount(remaining.length);
  await expect(page.getByText(/Quay Street/)).toHaveCount(0);
  expect(await countDeliveries(customer, NEXT)).toBe(0);
  expect(creates).toBe(remaining.length);
});
