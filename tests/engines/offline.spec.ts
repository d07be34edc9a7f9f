import { randomUUID } from 'node:crypto';
import { countDeliveries, FROM, SAVED_MESSAGE, TO } from '../e2e/support/submit.ts';
import { expect, test } from './fixtures.ts';

/** Without Background Sync an open page sends waiting requests within this time after the network returns. */
const SENT_WITHIN_MS = 60_000;

test('A customer orders without a network, and the request is sent once after reconnecting, without a reload (REL-05)', async ({
  app,
  customer,
  networkSwitch,
}) => {
  await app.logIn(customer.user.email, customer.password, customer.user.name);
  await app.installWorker();
  await app.open('/');
  await networkSwitch.disconnect();
  await app.submitRequest(FROM, TO);
  await app.expectText(SAVED_MESSAGE);
  await app.expectText('Waiting to send');
  expect(await countDeliveries(customer, TO)).toBe(0);
  await networkSwitch.reconnect();
  await expect.poll(() => countDeliveries(customer, TO), { timeout: SENT_WITHIN_MS }).toBe(1);
  await app.expectNoText('Waiting to send');
  expect(await customer.deliveries()).toHaveLength(1);
});

test('A guest orders without a network, and the request is sent once after reconnecting, without a reload (REL-05)', async ({
  app,
  operator,
  networkSwitch,
}) => {
  const lastName = `Byrne ${randomUUID().slice(0, 8)}`;
  await app.open('/');
  await app.installWorker();
  await networkSwitch.disconnect();
  await app.fillPlaces(FROM, TO);
  await app.press('button', 'Continue');
  await app.expectText('Light');
  await app.press('button', 'Continue');
  await app.expectText('Same day');
  await app.press('button', 'Continue');
  await app.press('button', 'Complete Without Account');
  await app.fill('First Name', 'Ciarán');
  await app.fill('Last Name', lastName);
  await app.fill('Phone Number optional', '+353 1 555 0100');
  await app.press('button', 'Complete');
  await app.expectText(SAVED_MESSAGE);
  expect(await operator.guestRequests(lastName)).toBe(0);
  await networkSwitch.reconnect();
  await expect.poll(() => operator.guestRequests(lastName), { timeout: SENT_WITHIN_MS }).toBe(1);
  await app.expectNoText('Waiting to send');
  expect(await operator.guestRequests(lastName)).toBe(1);
});

test('The app opens without a network and shows the cached deliveries (REL-19)', async ({
  app,
  customer,
  networkSwitch,
}) => {
  await customer.createDeliveryRequest();
  await app.logIn(customer.user.email, customer.password, customer.user.name);
  await app.installWorker();
  await app.open('/deliveries');
  await app.expectText('Howth');
  await networkSwitch.disconnect();
  await app.open('/deliveries');
  await app.expectText('Howth');
});

test('A draft survives a reload (WIZ-32)', async ({ app }) => {
  await app.open('/');
  await app.fillPlaces(FROM, TO);
  await app.press('button', 'Continue');
  await app.expectText('Light');
  await app.engine.reload();
  await app.expectText('Light');
  await app.press('button', 'Back');
  await expect.poll(() => app.valueOf('Pick-up Location')).toBe(FROM);
  await expect.poll(() => app.valueOf('Drop-off Location')).toBe(TO);
});

test('A page that is left right after typing has saved the text, also for Back (WIZ-32)', async ({ app }) => {
  await app.open('/');
  await app.installWorker();
  await app.fill('Pick-up Location', FROM);
  await app.open('/faq');
  await app.open('/');
  await expect.poll(() => app.valueOf('Pick-up Location')).toBe(FROM);
  await app.fill('Drop-off Location', TO);
  await app.open('/privacy-policy');
  await app.engine.back();
  await expect.poll(() => app.valueOf('Drop-off Location')).toBe(TO);
  expect(await app.valueOf('Pick-up Location')).toBe(FROM);
});
