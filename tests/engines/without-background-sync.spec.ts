import { countDeliveries, FROM, SAVED_MESSAGE, SENDING, TO } from '../e2e/support/submit.ts';
import { expect, test } from './fixtures.ts';

const SENT_WITHIN_MS = 60_000;

test.beforeEach(async ({ app, customer }) => {
  await app.logIn(customer.user.email, customer.password, customer.user.name);
  await app.installWorker();
  await app.open('/');
});

test('A request that one of two tabs has queued is sent once, and both say so (REL-05)', async ({
  app,
  customer,
  networkSwitch,
}) => {
  const other = await app.openAnother('/deliveries');
  await other.expectText('My Deliveries');
  await app.engine.show();
  await networkSwitch.disconnect();
  await app.submitRequest(FROM, TO);
  await app.expectText(SAVED_MESSAGE);
  await other.expectText('Waiting to send');
  await networkSwitch.reconnect();
  await expect.poll(() => countDeliveries(customer, TO), { timeout: SENT_WITHIN_MS }).toBe(1);
  await app.expectNoText('Waiting to send');
  await other.expectNoText('Waiting to send');
  await other.expectText('Sandymount');
  expect(await customer.deliveries()).toHaveLength(1);
});

test('A waiting request is sent as soon as the page becomes visible again (REL-05)', async ({
  app,
  customer,
  networkSwitch,
}) => {
  await networkSwitch.disconnect();
  await app.submitRequest(FROM, TO);
  await app.expectText(SAVED_MESSAGE);
  // A hidden page does not check whether the network has returned.
  await app.engine.hide();
  await expect.poll(() => app.engine.evaluate('document.visibilityState')).toBe('hidden');
  await networkSwitch.reconnect();
  expect(await countDeliveries(customer, TO)).toBe(0);
  await app.engine.show();
  await expect.poll(() => countDeliveries(customer, TO), { timeout: 10_000 }).toBe(1);
  await app.expectNoText('Waiting to send');
  expect(await customer.deliveries()).toHaveLength(1);
});

test('A server that accepts a request, hangs and recovers has one order (REL-02)', async ({
  app,
  customer,
  faultProxy,
}) => {
  faultProxy.chooseFault = ({ method }) => (method === 'POST' ? 'hangAfter' : 'hang');
  await app.submitRequest(FROM, TO);
  await app.expectText('Still trying');
  await app.press('button', 'Cancel');
  await app.expectText(SENDING);
  // Requests that hang can fill all connections to the server, so that the order reaches it after the press.
  await expect.poll(() => countDeliveries(customer, TO), { timeout: SENT_WITHIN_MS }).toBe(1);
  faultProxy.chooseFault = () => undefined;
  await app.expectNoText('Waiting to send', SENT_WITHIN_MS);
  await app.open('/deliveries');
  await app.expectText('Sandymount');
  expect(await customer.deliveries()).toHaveLength(1);
});
