import type { Page } from '@playwright/test';
import { isCreate } from '../support/fault-proxy.ts';
import { expect, test } from './fixtures.ts';
import { boxOf } from './support/boxes.ts';
import { submitAndSeeCreated } from './support/checkout.ts';
import { STORAGE_FAILURES } from './support/seed-indexeddb.ts';
import { completeAsCustomer, expectOrderedOnce, FROM, logIn, waitingList } from './support/submit.ts';

const CREATE = /\/api\/orderrequests$/;

/** Counts the creates of a page, by key. */
function countCreates(page: Page): string[] {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && CREATE.test(new URL(request.url()).pathname))
      keys.push(request.headers()['idempotency-key'] ?? '');
  });
  return keys;
}

// damaged-storage.spec.ts submits a guest's request with each failure.
for (const failure of ['absent', 'hanging'] as const) {
  test(`A customer whose IndexedDB is ${failure} logs in, looks up a package and orders once (REL-27, LAY-54)`, async ({
    guest: page,
    customer,
    errorMonitor,
  }) => {
    errorMonitor.allow(/status of 404/);
    await page.addInitScript(STORAGE_FAILURES[failure]);
    await page.goto('/tracking?guid=3f2b8c1e-8a4d-4e57-9a35-0d9a0c6f5b11');
    await expect(page.getByText(/No package found/).first()).toBeVisible();
    await logIn(page, customer);
    await page.goto('/');
    await page.getByLabel('Pick-up Location').fill(FROM);
    // Above the form it would move what is being pressed.
    const warning = await boxOf(page.getByText("We can't save your request on this device"));
    expect(warning.y).toBeGreaterThan((await boxOf(page.getByLabel('Drop-off Location'))).y);
    const keys = countCreates(page);
    const dropOff = `Directly, ${failure}`;
    await submitAndSeeCreated(page, () => completeAsCustomer(page, FROM, dropOff));
    await expectOrderedOnce(customer, dropOff);
    expect(keys).toHaveLength(1);
  });
}

test('A customer whose device is full once the request is saved orders once and reaches the checkout (REL-27)', async ({
  guest: page,
  customer,
}) => {
  await page.addInitScript(STORAGE_FAILURES.fullAfterTheSubmit);
  await logIn(page, customer);
  await page.goto('/');
  const keys = countCreates(page);
  await submitAndSeeCreated(page, () => completeAsCustomer(page, FROM, 'Just full, Howth'));
  await expectOrderedOnce(customer, 'Just full, Howth');
  expect(keys).toHaveLength(1);
});

test('In a browser without BroadcastChannel a customer logs in, orders and logs out (REL-27)', async ({
  guest: page,
  customer,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'BroadcastChannel', { value: undefined });
  });
  await logIn(page, customer);
  await page.goto('/');
  const keys = countCreates(page);
  await submitAndSeeCreated(page, () => completeAsCustomer(page, FROM, 'No channel, Howth'));
  await expectOrderedOnce(customer, 'No channel, Howth');
  expect(keys).toHaveLength(1);
});

test.describe('Behind a network that fails', () => {
  test.use({ baseURL: async ({ faultProxy }, use) => use(faultProxy.url) });

  test('On a device without IndexedDB a request that the server cannot take yet is sent once under its key (REL-27)', async ({
    guest: page,
    customer,
    faultProxy,
    errorMonitor,
  }) => {
    errorMonitor.allow(/status of 502/);
    await page.addInitScript(STORAGE_FAILURES.absent);
    await logIn(page, customer);
    await page.goto('/');
    const keys = countCreates(page);
    let hasFailed = false;
    faultProxy.chooseFault = (request) => {
      if (!isCreate(request) || hasFailed) return undefined;
      hasFailed = true;
      return 'badGatewayAfter';
    };
    const dropOff = 'Once, Howth';
    await completeAsCustomer(page, FROM, dropOff);
    await expect(page.getByText(/this device can't save it\. Keep this page open/).first()).toBeVisible();
    await expect(page.getByText(/^Sent: /)).toBeVisible();
    await expectOrderedOnce(customer, dropOff);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    await page.goto('/');
    await expect(waitingList(page)).toHaveCount(0);
  });
});
