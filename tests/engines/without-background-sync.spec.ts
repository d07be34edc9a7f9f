import { count, SAVED } from '../e2e/support/submit.ts';
import { expect, test } from './fixtures.ts';
import { longestWaitMs } from './support/device.ts';

const FROM = '5 Parnell Square, Dublin';
const TO = '7 Strand Road, Sandymount';
const SENT_WITHIN_MS = 60_000;

test.beforeEach(async ({ app, customer }) => {
  await app.logIn(customer.user.email, customer.password, customer.user.name);
  await app.installWorker();
  await app.open('/');
});

test('What one of two tabs has queued is sent once, and both say so (REL-05)', async ({
  app,
  customer,
  gate,
}) => {
  const other = await app.openAnother('/deliveries');
  await other.see('My Deliveries');
  await app.engine.show();
  await gate.pull();
  await app.order(FROM, TO);
  await app.see(SAVED);
  await other.see('Waiting to send');
  await gate.plugIn();
  await expect.poll(() => count(customer, TO), { timeout: SENT_WITHIN_MS }).toBe(1);
  await app.seeNoMore('Waiting to send');
  await other.seeNoMore('Waiting to send');
  await other.see('Sandymount');
  expect(await customer.deliveries()).toHaveLength(1);
});

test('What waits is sent as soon as somebody looks at the page again (REL-05)', async ({
  app,
  customer,
  gate,
}) => {
  await gate.pull();
  await app.order(FROM, TO);
  await app.see(SAVED);
  // By itself it would then be tried after half a minute only.
  await expect.poll(() => longestWaitMs(app.engine), { timeout: 60_000 }).toBeGreaterThan(20_000);
  await app.engine.hide();
  await gate.plugIn();
  expect(await count(customer, TO)).toBe(0);
  await app.engine.show();
  await expect.poll(() => count(customer, TO), { timeout: 10_000 }).toBe(1);
  await app.seeNoMore('Waiting to send');
  expect(await customer.deliveries()).toHaveLength(1);
});

test('A server that takes a request, hangs, and comes back has one order (REL-02)', async ({
  app,
  customer,
  weather,
}) => {
  weather.decide = ({ method }) => (method === 'POST' ? 'hangAfter' : 'hang');
  await app.order(FROM, TO);
  await app.see('Still trying');
  await app.press('button', 'Cancel');
  await app.see(SAVED);
  expect(await count(customer, TO)).toBe(1);
  weather.decide = () => undefined;
  await app.seeNoMore('Waiting to send', SENT_WITHIN_MS);
  await app.open('/deliveries');
  await app.see('Sandymount');
  expect(await customer.deliveries()).toHaveLength(1);
});
