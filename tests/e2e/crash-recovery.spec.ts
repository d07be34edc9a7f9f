import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { Customer } from './support/customer.ts';
import { expectStored, installWorker } from './support/device.ts';
import { openProfile, type Profile } from './support/profile.ts';
import { queueRequest } from './support/queue-request.ts';
import {
  completeAsGuest,
  expectOrderedOnce,
  FROM,
  SAVED_MESSAGE,
  TO,
  waitingBadge,
  waitingList,
} from './support/submit.ts';

const QUEUED = ['1 Sandymount Green', '2 Sandymount Green', '3 Sandymount Green'];

test.use({ serviceWorkers: 'allow', baseURL: async ({ faultProxy }, use) => use(faultProxy.url) });

const isCreateRequest = ({ method, path }: { method: string; path: string }) =>
  method === 'POST' && /\/orderrequests$/.test(path);

/** Leaves three requests on the device, and shows them. */
async function queueAll(page: Page, customer: Customer): Promise<void> {
  for (const name of QUEUED) await queueRequest(page, customer, { dropOffSnapshot: { name } });
  await page.reload();
  await expect(waitingList(page).getByRole('listitem')).toHaveCount(QUEUED.length);
}

/** Makes every request fail and waits until the app has noticed it. */
async function goOffline({ page, context }: Profile): Promise<void> {
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
}

test('A guest orders without a network; the request that was "saved on this device" when the browser was killed is ordered once, with a receipt (REL-01)', async ({
  operator,
  faultProxy,
}, { outputDir }) => {
  const lastName = `Byrne ${randomUUID().slice(0, 8)}`;
  const before = await openProfile(outputDir, faultProxy.url);
  await before.page.goto('/');
  await installWorker(before.page);
  faultProxy.chooseFault = () => 'reset';
  await goOffline(before);
  await completeAsGuest(before.page, FROM, TO, lastName);
  await before.page.getByText(SAVED_MESSAGE).waitFor();
  await expect(waitingBadge(before.page)).toContainText('1');
  await expect(waitingList(before.page)).toContainText('Queued');
  await before.kill();
  expect(await operator.guestRequests(lastName)).toBe(0);

  faultProxy.chooseFault = () => undefined;
  const after = await openProfile(outputDir, faultProxy.url);
  await after.page.goto('/');
  await expect.poll(() => operator.guestRequests(lastName)).toBe(1);
  await expect(waitingList(after.page)).toHaveCount(0);
  await expect(after.page.getByRole('main')).toContainText('7 Strand Road');
  await after.context.close();
  expect(await operator.guestRequests(lastName)).toBe(1);
});

test('A browser that is killed while it sends waiting requests orders each once (REL-02)', async ({
  customer,
  faultProxy,
}, { outputDir }) => {
  const before = await openProfile(outputDir, faultProxy.url);
  await before.logIn(customer);
  await before.page.goto('/');
  await installWorker(before.page);
  await goOffline(before);
  await queueAll(before.page, customer);

  // The server has received the second request, and the browser never gets its response.
  let creates = 0;
  faultProxy.chooseFault = (request) =>
    isCreateRequest(request) && ++creates === 2 ? 'hangAfter' : undefined;
  await before.context.setOffline(false);
  // Requests are sent in parallel, so the others arrive in the meantime.
  await expect.poll(() => customer.deliveries().then((all) => all.length)).toBe(QUEUED.length);
  await before.kill();

  faultProxy.chooseFault = () => undefined;
  const after = await openProfile(outputDir, faultProxy.url);
  // Chromium writes local storage with a delay of seconds, so the session may be lost.
  await after.logIn(customer);
  await after.page.goto('/deliveries');
  for (const place of QUEUED) await expectOrderedOnce(customer, place);
  for (const place of QUEUED) {
    const cards = after.page.getByRole('main').getByRole('link', { name: new RegExp(place) });
    await expect(cards).toHaveCount(1);
  }
  await expect(waitingList(after.page)).toHaveCount(0);
  await after.context.close();
  expect(await customer.deliveries()).toHaveLength(QUEUED.length);
});

test('A browser that is killed during typing has saved the draft (WIZ-32)', async ({ faultProxy }, {
  outputDir,
}) => {
  const before = await openProfile(outputDir, faultProxy.url);
  await before.page.goto('/');
  await before.page.getByLabel('Pick-up Location').fill(FROM);
  await before.page.keyboard.press('Escape');
  await before.page.getByLabel('Drop-off Location').pressSequentially('9 Quay Street, Gal');
  await expectStored(before.page, '9 Quay Street, Gal');
  await before.kill();

  const after = await openProfile(outputDir, faultProxy.url);
  await after.page.goto('/');
  await expect(after.page.getByLabel('Pick-up Location')).toHaveValue(FROM);
  await expect(after.page.getByLabel('Drop-off Location')).toHaveValue('9 Quay Street, Gal');
  await after.context.close();
});

test('A server that is killed during submits has each request once after its restart (REL-02, REL-09)', async ({
  loggedIn: page,
  customer,
  context,
  faultProxy,
  server,
  errorMonitor,
}) => {
  errorMonitor.allow(/Failed to load resource|net::ERR_/);
  await page.goto('/');
  await installWorker(page);
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await queueAll(page, customer);

  let creates = 0;
  const killed = new Promise<void>((resolve) => {
    faultProxy.chooseFault = (request) => {
      if (isCreateRequest(request) && ++creates === 2) setImmediate(() => resolve(server.kill()));
      return undefined;
    };
  });
  await context.setOffline(false);
  await killed;
  await server.restart();
  for (const place of QUEUED) await expectOrderedOnce(customer, place);
  await expect(waitingList(page)).toHaveCount(0);
  expect(await customer.deliveries()).toHaveLength(QUEUED.length);
});
