import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { storeSession } from './support/customer.ts';
import { clearDevice, expectStored, installWorker } from './support/device.ts';
import { NETWORK_ERROR } from './support/error-monitor.ts';
import {
  completeAsCustomer,
  expectOrderedOnce,
  FROM,
  SAVED_MESSAGE,
  TO,
  waitingList,
} from './support/submit.ts';

const THREE_DAYS_MS = 3 * 24 * 3600_000;

test.use({ serviceWorkers: 'allow', baseURL: async ({ faultProxy }, use) => use(faultProxy.url) });
test.beforeEach(({ errorMonitor }) => errorMonitor.allow(NETWORK_ERROR, /Failed to load resource/));

const accountLinkOf = (page: Page) => page.getByRole('link', { name: 'Account, Aoife Brennan' });

/** Runs in the page before the app: what the browser says of the network. */
function overrideOnLine(isOnLine: boolean): void {
  Object.defineProperty(Navigator.prototype, 'onLine', { get: () => isOnLine });
}

/** Runs in the page before the app and sets a wrong clock. */
function shiftClock(byMs: number): void {
  const RealDate = Date;
  const now = () => RealDate.now() + byMs;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now()] : given),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}

test('Behind a captive portal the session continues, cached data is shown, and a request is ordered once afterwards (SES-03, REL-02)', async ({
  loggedIn: page,
  customer,
  faultProxy,
  errorMonitor,
}) => {
  errorMonitor.allow(/sw\.js/, /MIME type/);
  await customer.createDeliveryRequest();
  await page.goto('/');
  await installWorker(page, '/deliveries');
  await expect(page.getByRole('main').getByRole('link', { name: /Howth/ })).toBeVisible();
  await expectStored(page, 'Howth');

  faultProxy.chooseFault = () => 'portal';
  await page.reload();
  await expect(page.getByRole('main').getByRole('link', { name: /Howth/ })).toBeVisible();
  await expect(page.getByText('Sign in to the train wifi')).toHaveCount(0);
  await page.goto('/');
  await completeAsCustomer(page, FROM, TO);
  await expect(page.getByText(SAVED_MESSAGE)).toBeVisible();
  await expect(accountLinkOf(page)).toBeVisible();
  await page.reload();
  await expect(waitingList(page)).toContainText('Queued');

  faultProxy.chooseFault = () => undefined;
  await page.reload();
  await expectOrderedOnce(customer, TO);
  await expect(waitingList(page)).toHaveCount(0);
  await expect(accountLinkOf(page)).toBeVisible();
  expect(await customer.deliveries()).toHaveLength(2);
});

test('A browser that wrongly reports to be offline does not stop the app (SES-03, REL-02)', async ({
  loggedIn: page,
  customer,
}) => {
  await page.addInitScript(overrideOnLine, false);
  await page.goto('/');
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  await expect(accountLinkOf(page)).toBeVisible();
  await completeAsCustomer(page, FROM, TO);
  await expectOrderedOnce(customer, TO);
  await expect(page.getByText('You are offline.')).toHaveCount(0);
  expect(await customer.deliveries()).toHaveLength(1);
});

test('If the browser wrongly reports to be online, nothing is lost and sending resumes without an event (SES-03, REL-02)', async ({
  loggedIn: page,
  customer,
  faultProxy,
}) => {
  await page.addInitScript(overrideOnLine, true);
  await page.goto('/');
  await installWorker(page);
  faultProxy.chooseFault = () => 'reset';
  await completeAsCustomer(page, FROM, TO);
  await expect(page.getByText(SAVED_MESSAGE)).toBeVisible();
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(waitingList(page)).toContainText('Queued');
  await expect(accountLinkOf(page)).toBeVisible();

  faultProxy.chooseFault = () => undefined;
  await expectOrderedOnce(customer, TO);
  await expect(waitingList(page)).toHaveCount(0);
  await expect(page.getByText('You are offline.')).toHaveCount(0);
  expect(await customer.deliveries()).toHaveLength(1);
});

test('A clock that was three days ahead or behind and is corrected loses neither a request nor a draft (REL-02, WIZ-32)', async ({
  loggedIn: page,
  customer,
  context,
  faultProxy,
}) => {
  await page.goto('/');
  await installWorker(page);
  await page.close();
  for (const [index, byMs] of [THREE_DAYS_MS, -THREE_DAYS_MS].entries()) {
    const dropOff = `${index + 1} Strand Road, Sandymount`;
    const wrong = await context.newPage();
    await clearDevice(wrong);
    await storeSession(wrong, faultProxy.url, customer);
    await wrong.addInitScript(shiftClock, byMs);
    await wrong.goto('/');
    faultProxy.chooseFault = () => 'reset';
    await completeAsCustomer(wrong, FROM, dropOff);
    await expect(wrong.getByText(SAVED_MESSAGE)).toBeVisible();
    await wrong.getByLabel('Pick-up Location').fill('1 Grafton');
    await wrong.keyboard.press('Escape');
    await wrong.close();

    const right = await context.newPage();
    await right.goto('/');
    await expect(right.getByLabel('Pick-up Location')).toHaveValue('1 Grafton');
    await right.getByLabel('Pick-up Location').fill('1 Grafton Street, Dublin');
    await right.keyboard.press('Escape');
    await right.reload();
    await expect(right.getByLabel('Pick-up Location')).toHaveValue('1 Grafton Street, Dublin');
    await expect(waitingList(right)).toContainText('Queued');

    faultProxy.chooseFault = () => undefined;
    await right.reload();
    await expectOrderedOnce(customer, dropOff);
    await expect(waitingList(right)).toHaveCount(0);
    await expect(accountLinkOf(right)).toBeVisible();
    expect(await customer.deliveries()).toHaveLength(index + 1);
    await right.close();
  }
});
