import { countDeliveries, FROM, TO } from '../e2e/support/submit.ts';
import { expect, test } from './fixtures.ts';
import type { AppPage } from './support/app-page.ts';

/** The Chromium of the other browser tests discards the page that a test leaves; Firefox and WebKit keep it. */
async function markPage({ engine }: AppPage): Promise<void> {
  await engine.evaluate('(window.isSamePage = true)');
}
const isRestored = ({ engine }: AppPage) => engine.evaluate('window.isSamePage === true');
const pathOf = ({ engine }: AppPage) => engine.evaluate('location.pathname');

test.beforeEach(async ({ app, customer }) => {
  await app.logIn(customer.user.email, customer.password, customer.user.name);
  await app.installWorker();
  await app.open('/');
  await markPage(app);
});

test('Back from the checkout of a new request restores the page and opens the payment of the request (RTE-05)', async ({
  app,
  customer,
}) => {
  await app.submitRequest(FROM, TO);
  await expect.poll(() => pathOf(app), { timeout: 20_000 }).toMatch(/^\/sandbox\/checkout\//);
  await app.engine.back();
  await expect.poll(() => pathOf(app)).toMatch(/^\/deliveries\/\d+\/payment$/);
  await app.expectText('Amount due');
  expect(await isRestored(app)).toBe(true);
  expect(await countDeliveries(customer, TO)).toBe(1);
});

test('A request that hangs when the page is left is sent once, and the page says so after Back (REL-05)', async ({
  app,
  customer,
  faultProxy,
}) => {
  faultProxy.chooseFault = ({ method }) => (method === 'POST' ? 'hang' : undefined);
  await app.submitRequest(FROM, TO);
  await app.expectText('Processing...');
  await app.engine.goto(`${app.origin}/api/openapi.json`);
  faultProxy.chooseFault = () => undefined;
  await app.engine.back();
  await expect.poll(() => countDeliveries(customer, TO), { timeout: 60_000 }).toBe(1);
  await app.expectText('Sent: 5 Parnell Square to 7 Strand Road.');
  await app.expectNoText('Processing...');
});
