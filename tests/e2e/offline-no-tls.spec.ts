import { BROWSER_ARGS, findBrowser } from '../support/browser.ts';
import { expect, test } from './fixtures.ts';
import { completeAsCustomer, expectOnce, SAVED, waiting } from './support/submit.ts';
import { NETWORK_IS_AWAY } from './support/watch.ts';

// A name that is not the machine's own: to the browser an address without TLS, with neither worker nor locks.
test.use({
  launchOptions: {
    executablePath: findBrowser().path,
    args: [...BROWSER_ARGS, '--host-resolver-rules=MAP send.house 127.0.0.1'],
    env: { ...findBrowser().env },
  },
  baseURL: async ({ weather }, use) => use(weather.url.replace('localhost', 'send.house')),
});

test('At an address without TLS a request is ordered, and one that waited too, once each (REL-01)', async ({
  signedIn: page,
  customer,
  weather,
  watch,
}) => {
  watch.allow(NETWORK_IS_AWAY, /Cross-Origin-Opener-Policy header has been ignored/);
  await page.goto('/');
  expect(await page.evaluate(() => [isSecureContext, 'locks' in navigator])).toEqual([false, false]);
  weather.decide = ({ method }) => (method === 'POST' ? 'reset' : undefined);
  await completeAsCustomer(page, '5 Parnell Square, Dublin', '7 Strand Road, Sandymount');
  await expect(page.getByText(SAVED)).toBeVisible();
  await expect(waiting(page)).toContainText('Queued');
  weather.decide = () => undefined;
  await page.reload();
  await expectOnce(customer, '7 Strand Road, Sandymount');
  await expect(waiting(page)).toHaveCount(0);

  await completeAsCustomer(page, '5 Parnell Square, Dublin', '9 Quay Street, Galway');
  await expectOnce(customer, '9 Quay Street, Galway');
  expect(await customer.deliveries()).toHaveLength(2);
});
