import { expect, test } from './fixtures.ts';
import { NETWORK_ERROR } from './support/error-monitor.ts';
import { completeAsCustomer, expectOrderedOnce, SENDING, waitingList } from './support/submit.ts';

// The browser does not treat this name as local, so the origin is insecure and has neither service workers nor Web
// Locks. playwright.config.ts gives the name an address.
test.use({ baseURL: async ({ faultProxy }, use) => use(faultProxy.url.replace('localhost', 'send.house')) });

test('On a site without TLS a request and one that waited are ordered once each (REL-01)', async ({
  loggedIn: page,
  customer,
  faultProxy,
  errorMonitor,
}) => {
  errorMonitor.allow(NETWORK_ERROR, /Cross-Origin-Opener-Policy header has been ignored/);
  await page.goto('/');
  expect(await page.evaluate(() => [isSecureContext, 'locks' in navigator])).toEqual([false, false]);
  faultProxy.chooseFault = ({ method }) => (method === 'POST' ? 'reset' : undefined);
  await completeAsCustomer(page, '5 Parnell Square, Dublin', '7 Strand Road, Sandymount');
  await expect(page.getByText(SENDING)).toBeVisible();
  await expect(waitingList(page)).toContainText('Queued');
  faultProxy.chooseFault = () => undefined;
  await page.reload();
  await expectOrderedOnce(customer, '7 Strand Road, Sandymount');
  await expect(waitingList(page)).toHaveCount(0);

  await completeAsCustomer(page, '5 Parnell Square, Dublin', '9 Quay Street, Galway');
  await expectOrderedOnce(customer, '9 Quay Street, Galway');
  expect(await customer.deliveries()).toHaveLength(2);
});
