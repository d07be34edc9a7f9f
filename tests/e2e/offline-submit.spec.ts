import { expect, test } from './fixtures.ts';
import { expectAccessible } from './support/accessibility.ts';
import { installWorker } from './support/device.ts';
import { NETWORK_ERROR } from './support/error-monitor.ts';
import {
  completeAsCustomer,
  countDeliveries,
  expectOrderedOnce,
  FROM,
  SAVED_MESSAGE,
  TO,
  waitingBadge,
  waitingList,
} from './support/submit.ts';

test.use({ serviceWorkers: 'allow', baseURL: async ({ networkSwitch }, use) => use(networkSwitch.url) });
test.beforeEach(({ errorMonitor }) => errorMonitor.allow(NETWORK_ERROR));

test('A customer orders in a tunnel, closes the app, and finds it ordered once and ready to pay (REL-01)', async ({
  loggedIn: page,
  customer,
  context,
  networkSwitch,
}) => {
  await page.goto('/');
  await installWorker(page);
  await networkSwitch.disconnect(context);

  await test.step('sees that the request is saved and waits', async () => {
    await completeAsCustomer(page, FROM, TO);
    await expect(page.getByText(SAVED_MESSAGE)).toBeVisible();
    await expect(waitingBadge(page)).toContainText('1');
    await expect(waitingList(page)).toContainText('Queued');
    await page.goto('/deliveries');
    await expect(waitingList(page)).toContainText('Queued');
    await expectAccessible(page);
  });

  await test.step('closes the app and comes back with a network', async () => {
    await page.close();
    expect(await countDeliveries(customer, TO)).toBe(0);
    await networkSwitch.reconnect(context);
    const again = await context.newPage();
    await again.goto('/deliveries');
    await expectOrderedOnce(customer, TO);
    await expect(again.getByRole('main').getByRole('link', { name: /Sandymount/ })).toHaveCount(1);
    await expect(again.getByText('Ready to pay').first()).toBeVisible();
    await expect(waitingBadge(again)).toHaveCount(0);
  });

  await test.step('the request stays a single one, whatever is opened later', async () => {
    const later = await context.newPage();
    await later.goto('/');
    await expect(later.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await countDeliveries(customer, TO)).toBe(1);
  });
});

test('Two tabs that reconnect at once send each waiting request once, without a reload (REL-05)', async ({
  loggedIn: page,
  customer,
  context,
  networkSwitch,
}) => {
  await page.goto('/');
  await installWorker(page);
  const other = await context.newPage();
  await other.goto('/deliveries');
  await networkSwitch.disconnect(context);
  const places = ['1 Sandymount Green', '2 Sandymount Green'];
  for (const place of places) {
    await completeAsCustomer(page, FROM, place);
    await expect(waitingList(page).getByRole('heading', { name: new RegExp(place) })).toBeVisible();
  }
  await expect(waitingBadge(other)).toContainText('2');
  await networkSwitch.reconnect(context);
  for (const place of places) await expectOrderedOnce(customer, place);
  await expect(waitingList(page)).toHaveCount(0);
  await expect(waitingBadge(page)).toHaveCount(0);
  await expect(waitingBadge(other)).toHaveCount(0);
  expect(await customer.deliveries()).toHaveLength(2);
});

test('A waiting request can be edited and discarded before it is sent', async ({
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
  await completeAsCustomer(page, FROM, '99 Nowhere Lane');
  await expect(waitingList(page).getByRole('listitem')).toHaveCount(2);

  await test.step('discards one', async () => {
    await page.getByRole('button', { name: /Discard .*Nowhere/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Discard this request?' });
    await dialog.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect(waitingList(page).getByRole('listitem')).toHaveCount(1);
  });

  await test.step('edits the other, which still waits', async () => {
    await page.getByRole('button', { name: /Edit .*Strand Road/ }).click();
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await page.getByRole('switch', { name: /Priority Handling/ }).check();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('button', { name: 'Complete Request' }).click();
    await expect(page.getByText(SAVED_MESSAGE)).toBeVisible();
    await expect(waitingList(page).getByRole('listitem')).toHaveCount(1);
  });

  await networkSwitch.reconnect(context);
  await expect(waitingList(page)).toHaveCount(0);
  const all = await customer.deliveries();
  expect(all.map(({ dropOffSnapshot, isPriority }) => [dropOffSnapshot.name, isPriority])).toEqual([
    [TO, true],
  ]);
});
