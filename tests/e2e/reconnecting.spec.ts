import type { BrowserContext, Page } from '@playwright/test';
import type { FaultProxy, NetworkFault } from '../support/fault-proxy.ts';
import { expect, test } from './fixtures.ts';
import { expectStored, installWorker } from './support/device.ts';
import { NETWORK_ERROR } from './support/error-monitor.ts';

test.use({ serviceWorkers: 'allow', baseURL: async ({ faultProxy }, use) => use(faultProxy.url) });
test.beforeEach(({ errorMonitor }) =>
  errorMonitor.allow(NETWORK_ERROR, /Failed to load resource/, /MIME type/),
);

/** Fails everything but the app's own files, which the worker has stored. Returns how many lookups the network got. */
function failWith(faultProxy: FaultProxy, fault: NetworkFault | undefined): { lookups: number } {
  const count = { lookups: 0 };
  faultProxy.chooseFault = ({ path }) => {
    if (/^\/api\/orders\/.*\/tracking/.test(path)) count.lookups += 1;
    return fault;
  };
  return count;
}

// tests/component/reconnecting.test.tsx and payment-pages.test.tsx do the same with a gateway that fails.
const FAULTS: [fault: NetworkFault, reason: RegExp][] = [
  ['reset', /^This device has not saved this package/],
  ['portal', /^This network needs you to sign in/],
];

async function openTrackingOnce(page: Page): Promise<void> {
  await page.goto('/tracking');
  await installWorker(page);
}

async function expectFormIsFolded(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Track another package' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Tracking number' })).toBeHidden();
}

const result = (page: Page) => page.getByRole('article', { name: 'Tracking result' });

for (const [fault, reason] of FAULTS) {
  test(`After ${fault} a stored package, opened without its number, is refreshed and a new one appears, both by themselves (TRK-13, TRK-16, TRK-17)`, async ({
    guest: page,
    context,
    customer,
    operator,
    faultProxy,
  }) => {
    const { guid } = await operator.createOrder(customer);
    const { guid: newGuid } = await operator.createOrder(customer);
    await openTrackingOnce(page);
    await page.goto(`/tracking?guid=${guid}`);
    await expect(result(page)).toContainText('Accepted');
    await expectFormIsFolded(page);
    await expectStored(page, guid);
    const other = await context.newPage();
    failWith(faultProxy, fault);
    await Promise.all([page.goto('/tracking'), other.goto(`/tracking?guid=${newGuid}`)]);
    const saved = page.getByRole('region', { name: 'Saved on this device' });
    await saved.getByRole('link', { name: /^Track / }).click();
    await expect(result(page)).toContainText('Accepted');
    await expect(result(page).getByText("Couldn't refresh.")).toBeVisible();
    await expectFormIsFolded(page);
    await expect(other.getByRole('main').getByText(reason)).toBeVisible();
    await operator.report(guid, 'inTransit');
    const count = failWith(faultProxy, undefined);
    await expect(result(page)).toContainText('In Transit');
    await expect(page.getByText("Couldn't refresh.")).toHaveCount(0);
    await expect(result(other)).toContainText('Accepted');
    await expect(other.getByText("Couldn't look up this package")).toHaveCount(0);
    expect(count.lookups).toBe(2);
  });
}

/** How the pages of a payment behave while the server cannot be reached, and afterwards. */
async function expectNoClaim(page: Page, context: BrowserContext): Promise<void> {
  await expect(page.getByText(/If you've paid, your payment is safe/)).toBeVisible();
  await expect(page.getByText(/haven't been charged|only takes a few seconds/)).toHaveCount(0);
  await expect(page.getByText(/^Updated /)).toBeVisible();
  expect(context.pages()).toHaveLength(1);
}

test('The pages after a payment claim nothing while the server cannot be reached, and check by themselves (PAY-85)', async ({
  loggedIn: page,
  context,
  customer,
  faultProxy,
}) => {
  const { id } = await customer.createDeliveryRequest();
  await page.goto('/');
  await installWorker(page, `/deliveries/${id}`);
  await expect(page.getByRole('tab', { name: /^Payment/ })).toBeVisible();
  await expectStored(page, 'Howth');
  failWith(faultProxy, 'reset');
  await page.goto(`/deliveries/${id}/payment/success`);
  await expectNoClaim(page, context);
  await page.goto(`/deliveries/${id}/payment`);
  await expect(page.getByText("Couldn't refresh.")).toBeVisible();
  await expect(page.getByText(/^Updated /)).toBeVisible();
  await page.goto(`/deliveries/${id}/payment/cancel`);
  await expectNoClaim(page, context);
  await customer.pay(id);
  failWith(faultProxy, undefined);
  await expect(page.getByText(/received (a|another) payment/).first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('button', { name: 'Try Payment Again' })).toHaveCount(0);
  await page.goto(`/deliveries/${id}/payment/success`);
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
});
