import type { Page } from '@playwright/test';
import { DEMO_ACCOUNT } from '../../../src/contract/constants.ts';
import { installWorker } from './device.ts';
import type { Screen } from './screens.ts';
import { completeAsCustomer } from './submit.ts';

/** Logs in to the demo account with the form, as a new user would. */
async function logInAsDemo(page: Page): Promise<void> {
  await page.goto('/auth/login');
  await page.getByLabel('Email').fill(DEMO_ACCOUNT.email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_ACCOUNT.password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Request a Delivery' }).waitFor();
}

function openAsDemo(path: string, tab?: string): Screen['open'] {
  return async ({ page }) => {
    await logInAsDemo(page);
    await page.goto(path);
    await page.locator('html[data-live]').waitFor();
    await page.getByText(/^Loading/).waitFor({ state: 'hidden' });
    if (tab) await page.getByRole('tab', { name: tab }).click();
  };
}

/** States that only screenshots need: demo data, loading, no network, and messages that disappear. */
export const SCREENSHOT_STATES: readonly Screen[] = [
  { name: 'deliveries-demo', who: 'guest', heading: 'My Deliveries', open: openAsDemo('/deliveries') },
  {
    name: 'deliveries-demo-past',
    who: 'guest',
    heading: 'My Deliveries',
    open: openAsDemo('/deliveries', 'Past'),
  },
  { name: 'tracking-demo', who: 'guest', heading: 'Package Tracking', open: openAsDemo('/tracking') },
  {
    name: 'account-demo-addresses',
    who: 'guest',
    heading: 'Account',
    open: openAsDemo('/account', 'My Addresses'),
  },
  { name: 'account-demo-billing', who: 'guest', heading: 'Account', open: openAsDemo('/account', 'Billing') },
  {
    name: 'deliveries-loading',
    who: 'customer',
    heading: 'My Deliveries',
    open: async ({ page }) => {
      // The response never arrives, because the screenshot shows the loading state.
      await page.context().route(/\/api\/orderrequests(\?|$)/, () => undefined);
      await page.goto('/deliveries', { waitUntil: 'domcontentloaded' });
      await page.getByText('Loading your deliveries').waitFor();
    },
  },
  {
    name: 'deliveries-offline',
    who: 'customer',
    heading: 'My Deliveries',
    open: async ({ page, customer }) => {
      await customer.createDeliveryRequest();
      await page.goto('/deliveries');
      await installWorker(page);
      await page.getByRole('link', { name: /Howth/ }).waitFor();
      await page.context().setOffline(true);
      await page.reload();
      await page.getByRole('link', { name: /Howth/ }).waitFor();
    },
  },
  {
    name: 'deliveries-waiting',
    who: 'customer',
    heading: 'My Deliveries',
    open: async ({ page }) => {
      await queueTwoRequests(page);
      await page.goto('/deliveries');
      await page.getByText('Waiting to send (2)').waitFor();
    },
  },
  {
    name: 'home-waiting',
    who: 'customer',
    heading: 'Request a Delivery',
    open: async ({ page }) => {
      await queueTwoRequests(page);
      await page.getByText('Waiting to send (2)').waitFor();
    },
  },
  {
    name: 'alert',
    who: 'guest',
    heading: 'Request a Delivery',
    open: async ({ page, customer }) => {
      await page.goto('/auth/login');
      await page.getByLabel('Email').fill(customer.user.email);
      await page.getByLabel('Password', { exact: true }).fill(customer.password);
      await page.getByRole('button', { name: 'Login', exact: true }).click();
      await page.getByText('Login successful').waitFor();
    },
  },
];

/** Submits two requests while the server refuses all of them. */
async function queueTwoRequests(page: Page): Promise<void> {
  await page
    .context()
    .route(/\/api\/orderrequests(\?|$)/, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 503 }) : route.fallback(),
    );
  for (const dropOff of [
    '3 Abbey Street, Howth',
    'Apartment 12, The Old Distillery, Beresford Street, Dublin 7',
  ]) {
    await page.goto('/');
    await completeAsCustomer(page, '12 Leinster Road, Dublin', dropOff);
    await page.getByText("We're still sending it").first().waitFor();
  }
}
