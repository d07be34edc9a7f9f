import { randomUUID } from 'node:crypto';
import { type FaultProxy, isCreate, type NetworkFault } from '../support/fault-proxy.ts';
import { expect, test } from './fixtures.ts';
import { installWorker } from './support/device.ts';
import { NETWORK_ERROR } from './support/error-monitor.ts';
import {
  completeAsCustomer,
  completeAsGuest,
  expectOrderedOnce,
  FROM,
  SENDING,
  showStillTrying,
  TO,
  waitingList,
} from './support/submit.ts';

test.use({ baseURL: async ({ faultProxy }, use) => use(faultProxy.url) });
test.beforeEach(({ errorMonitor }) => errorMonitor.allow(NETWORK_ERROR, /Failed to load resource/));

/** Each of the first creates meets one of these faults. Everything after them passes. */
function injectIntoCreates(faultProxy: FaultProxy, ...faults: NetworkFault[]): void {
  faultProxy.chooseFault = (request) => (isCreate(request) ? faults.shift() : undefined);
}

const CASES: { what: string; faults: NetworkFault[] }[] = [
  {
    what: 'responses that are lost and truncated after the server has accepted the request',
    faults: ['responseLost', 'truncated'],
  },
  {
    what: 'a server that returns 500 and a gateway that times out',
    faults: ['error500', 'gatewayTimeout504'],
  },
  {
    what: 'a captive portal that returns its own page with 200 and a gateway that fails after the server has accepted the request',
    faults: ['portal', 'badGatewayAfter'],
  },
];
for (const { what, faults } of CASES) {
  test(`A customer meets ${what}, and the request is ordered once (REL-02)`, async ({
    loggedIn: page,
    customer,
    faultProxy,
  }) => {
    injectIntoCreates(faultProxy, ...faults);
    await page.goto('/');
    await completeAsCustomer(page, FROM, TO);
    await expect(page.getByText(SENDING)).toBeVisible();
    await expectOrderedOnce(customer, TO);
    await expect(waitingList(page)).toHaveCount(0);
    // A faulty network has not ended the session.
    await expect(page.getByRole('link', { name: 'Account, Aoife Brennan' })).toBeVisible();
    expect(await customer.deliveries()).toHaveLength(1);
  });
}

test('A guest whose response is lost has ordered once (REL-02)', async ({
  guest: page,
  operator,
  faultProxy,
}) => {
  const lastName = `Byrne ${randomUUID().slice(0, 8)}`;
  injectIntoCreates(faultProxy, 'responseLost', 'portalAfter');
  await page.goto('/');
  await completeAsGuest(page, FROM, TO, lastName);
  await expect(page.getByText(SENDING)).toBeVisible();
  await expect(waitingList(page)).toHaveCount(0);
  expect(await operator.guestRequests(lastName)).toBe(1);
});

test('A customer can stop waiting for a hanging network, and the request is sent later (REL-02)', async ({
  loggedIn: page,
  customer,
  faultProxy,
}) => {
  let creates = 0;
  let loseResponse = (): void => undefined;
  const lost = new Promise<NetworkFault>((resolve) => {
    loseResponse = () => resolve('responseLost');
  });
  faultProxy.chooseFault = (request) => (isCreate(request) && ++creates === 1 ? lost : undefined);
  await page.clock.install();
  await page.goto('/');
  await completeAsCustomer(page, FROM, TO);
  await expect.poll(() => creates).toBe(1);
  await showStillTrying(page);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByText(SENDING)).toBeVisible();
  await expect(waitingList(page)).toBeVisible();
  loseResponse();
  await expect(waitingList(page)).toHaveCount(0);
  await expectOrderedOnce(customer, TO);
  expect(await customer.deliveries()).toHaveLength(1);
});

test('A reload in the middle of a submit loses nothing and orders once (REL-01)', async ({
  loggedIn: page,
  customer,
  faultProxy,
}) => {
  injectIntoCreates(faultProxy, 'hang');
  await page.goto('/');
  const request = page.waitForRequest(
    (request) => request.method() === 'POST' && /orderrequests$/.test(request.url()),
  );
  await completeAsCustomer(page, FROM, TO);
  await request;
  await page.reload();
  await expectOrderedOnce(customer, TO);
  expect(await customer.deliveries()).toHaveLength(1);
});

test.describe('With an installed app', () => {
  test.use({ serviceWorkers: 'allow' });

  test('An app that is killed while a request hangs orders it once when it is opened again (REL-01)', async ({
    loggedIn: page,
    customer,
    faultProxy,
    context,
  }) => {
    injectIntoCreates(faultProxy, 'hangAfter');
    await page.goto('/');
    await installWorker(page);
    await completeAsCustomer(page, FROM, TO);
    await expect.poll(() => customer.deliveries().then((all) => all.length)).toBe(1);
    await page.close({ runBeforeUnload: false });

    const again = await context.newPage();
    await again.goto('/deliveries');
    await expect(again.getByRole('main').getByRole('link', { name: /Sandymount/ })).toHaveCount(1);
    await expect(waitingList(again)).toHaveCount(0);
    expect(await customer.deliveries()).toHaveLength(1);
  });

  test('Requests that hang from earlier page loads do not delay a submit (REL-02)', async ({
    loggedIn: page,
    customer,
    faultProxy,
  }) => {
    await page.goto('/');
    await installWorker(page, '/deliveries');
    const cachedUrls = () =>
      page.evaluate(async () =>
        (await (await caches.open('private-responses')).keys()).map(({ url }) => url),
      );
    await expect.poll(cachedUrls).toContainEqual(expect.stringContaining('/addresses/send'));
    let hanging = 0;
    faultProxy.chooseFault = () => {
      hanging += 1;
      return 'hang';
    };
    for (const path of ['/', '/deliveries']) {
      // The addresses come from the cache while the network still hangs.
      const addresses = page.waitForResponse(/\/addresses\/send/);
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await addresses;
    }
    // A browser opens at most six connections to a host.
    expect(hanging).toBeGreaterThan(6);

    faultProxy.chooseFault = () => undefined;
    await page.goto('/');
    await completeAsCustomer(page, FROM, TO);
    await expectOrderedOnce(customer, TO);
  });
});

test('A page whose code was lost with the network says so, keeps what was typed, and appears when the network is back (LAY-13)', async ({
  guest: page,
  context,
  errorMonitor,
}) => {
  errorMonitor.allow(/FileError: \/assets\/page-faq-.* could not be loaded/);
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-live');
  await page.getByLabel('Pick-up Location').fill('5 Parnell Square');
  await context.setOffline(true);
  await page.getByRole('link', { name: 'FAQ' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Page not loaded' })).toBeFocused();
  const notice = page
    .getByRole('alert')
    .filter({ hasText: 'It appears as soon as you are connected again.' });
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(notice).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Frequently Asked Questions' })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Pick-up Location')).toHaveValue('5 Parnell Square');
});
