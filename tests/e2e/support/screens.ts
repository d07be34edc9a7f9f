import type { Page } from '@playwright/test';
import type { Customer } from './customer.ts';
import type { Operator } from './operator.ts';
import { carryOn, fillPlaces, goToSummary } from './wizard.ts';

/** What a screen needs before it can be looked at. */
export type Scene = { page: Page; customer: Customer; operator: Operator };
export type Screen = {
  name: string;
  who: 'guest' | 'customer';
  /** The page's h1. */
  heading: string | RegExp;
  /** What the tab says before " – Send"; the heading if left out. */
  title?: string | RegExp;
  open: (scene: Scene) => Promise<void>;
};

const FROM = '12 Leinster Road, Dublin, D06 X2P4';
const TO = '3 Abbey Street, Howth';
const HOME = 'Request a Delivery';

function at(path: string): Screen['open'] {
  return async ({ page }) => void (await page.goto(path));
}

/** Opens a page of a delivery in some state, at its own address. */
function ofDelivery(
  path: string,
  state: 'unpaid' | 'accepted' | 'delivered' = 'unpaid',
  then?: (page: Page) => Promise<void>,
): Screen['open'] {
  return async ({ page, customer, operator }) => {
    const { id } = await customer.request();
    if (state !== 'unpaid') {
      await customer.pay(id);
      const { guid } = await operator.acceptRequest(id);
      if (state === 'delivered')
        for (const event of ['scheduled', 'pickedUp', 'delivered'] as const)
          await operator.report(guid, event);
    }
    await page.goto(path.replace('{id}', String(id)));
    await then?.(page);
  };
}

const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();

/** Every screen of the route table, each in the states that look different. */
export const SCREENS: readonly Screen[] = [
  { name: 'home-1-locations', who: 'guest', heading: HOME, open: at('/') },
  {
    name: 'home-2-package',
    who: 'guest',
    heading: HOME,
    title: 'Package',
    open: async ({ page }) => {
      await page.goto('/');
      await fillPlaces(page, FROM, TO);
      await carryOn(page);
    },
  },
  {
    name: 'home-3-delivery',
    who: 'guest',
    heading: HOME,
    title: 'Delivery',
    open: async ({ page }) => {
      await page.goto('/');
      await fillPlaces(page, FROM, TO);
      await carryOn(page);
      await carryOn(page);
    },
  },
  {
    name: 'home-4-summary',
    who: 'guest',
    heading: HOME,
    title: 'Summary',
    open: async ({ page }) => {
      await page.goto('/');
      await goToSummary(page, FROM, TO);
    },
  },
  {
    name: 'home-4-summary-signed-in',
    who: 'customer',
    heading: HOME,
    title: 'Summary',
    open: async ({ page }) => {
      await page.goto('/');
      await fillPlaces(page, FROM, TO);
      await page.getByRole('button', { name: 'Fast forward' }).click();
    },
  },
  {
    name: 'guest-dialog',
    who: 'guest',
    heading: HOME,
    title: 'Summary',
    open: async ({ page }) => {
      await page.goto('/');
      await goToSummary(page, FROM, TO);
      await page.getByRole('button', { name: 'Complete Without Account' }).click();
      await page.getByRole('dialog', { name: 'Fill in your details' }).waitFor();
    },
  },
  {
    name: 'auth-dialog',
    who: 'guest',
    heading: HOME,
    open: async ({ page }) => {
      await page.goto('/');
      await page.getByRole('button', { name: 'Account', exact: true }).click();
      await page.getByRole('dialog', { name: 'Login to Your Account' }).waitFor();
    },
  },
  {
    name: 'menu-drawer',
    who: 'guest',
    heading: HOME,
    open: async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto('/');
      await page.getByRole('button', { name: 'Open menu' }).click();
      await page.getByRole('dialog').getByRole('link', { name: 'Tracking' }).waitFor();
    },
  },
  { name: 'auth-login', who: 'guest', heading: 'Login', open: at('/auth/login') },
  { name: 'auth-register', who: 'guest', heading: 'Register', open: at('/auth/register') },
  { name: 'deliveries-signed-out', who: 'guest', heading: 'My Deliveries', open: at('/deliveries') },
  { name: 'deliveries-empty', who: 'customer', heading: 'My Deliveries', open: at('/deliveries') },
  { name: 'deliveries-active', who: 'customer', heading: 'My Deliveries', open: ofDelivery('/deliveries') },
  {
    name: 'deliveries-past',
    who: 'customer',
    heading: 'My Deliveries',
    open: ofDelivery('/deliveries', 'delivered', tab('Past')),
  },
  { name: 'details-signed-out', who: 'guest', heading: 'Delivery Details', open: at('/deliveries/1') },
  {
    name: 'details-not-found',
    who: 'customer',
    heading: 'Delivery Not Found',
    open: at('/deliveries/999999'),
  },
  {
    name: 'details',
    who: 'customer',
    heading: /Howth/,
    title: /Delivery Details/,
    open: ofDelivery('/deliveries/{id}'),
  },
  {
    name: 'details-timeline',
    who: 'customer',
    heading: /Howth/,
    title: /Delivery Details/,
    open: ofDelivery('/deliveries/{id}', 'delivered', tab('Timeline')),
  },
  {
    name: 'details-map',
    who: 'customer',
    heading: /Howth/,
    title: /Delivery Details/,
    open: ofDelivery('/deliveries/{id}', 'accepted', tab('Map')),
  },
  {
    name: 'details-payment',
    who: 'customer',
    heading: /Howth/,
    title: /Delivery Details/,
    open: ofDelivery('/deliveries/{id}', 'unpaid', tab('Payment')),
  },
  {
    name: 'details-edit',
    who: 'customer',
    heading: /Howth/,
    title: /^Edit Details/,
    open: ofDelivery('/deliveries/{id}', 'unpaid', (page) =>
      page.getByRole('button', { name: 'Edit Details' }).click(),
    ),
  },
  { name: 'payment', who: 'customer', heading: 'Payment', open: ofDelivery('/deliveries/{id}/payment') },
  {
    name: 'payment-nothing-to-pay',
    who: 'customer',
    heading: 'Nothing to pay',
    title: 'Payment',
    open: ofDelivery('/deliveries/{id}/payment', 'accepted'),
  },
  {
    name: 'payment-success',
    who: 'customer',
    heading: 'Payment Successful',
    open: ofDelivery('/deliveries/{id}/payment/success', 'accepted'),
  },
  {
    name: 'payment-failed',
    who: 'customer',
    heading: 'Payment failed',
    open: ofDelivery('/deliveries/{id}/payment/cancel'),
  },
  { name: 'tracking', who: 'guest', heading: 'Package Tracking', open: at('/tracking') },
  {
    name: 'tracking-result',
    who: 'guest',
    heading: 'Package Tracking',
    open: async ({ page, customer, operator }) => {
      const { id } = await customer.request();
      await customer.pay(id);
      const { guid } = await operator.acceptRequest(id);
      await page.goto(`/tracking?guid=${guid}`);
      await page.getByText('Accepted').first().waitFor();
    },
  },
  {
    name: 'tracking-signed-in',
    who: 'customer',
    heading: 'Package Tracking',
    open: ofDelivery('/tracking', 'accepted'),
  },
  { name: 'faq', who: 'guest', heading: 'Frequently Asked Questions', title: 'FAQ', open: at('/faq') },
  {
    name: 'faq-no-results',
    who: 'guest',
    heading: 'Frequently Asked Questions',
    title: 'FAQ',
    open: async ({ page }) => {
      await page.goto('/faq');
      await page.getByPlaceholder('Search frequently asked questions...').fill('zeppelin');
      await page.getByRole('heading', { name: 'No results found' }).waitFor();
    },
  },
  { name: 'account-signed-out', who: 'guest', heading: 'Account', open: at('/account') },
  { name: 'account-profile', who: 'customer', heading: 'Account', open: at('/account') },
  {
    name: 'account-addresses',
    who: 'customer',
    heading: 'Account',
    open: async ({ page }) => {
      await page.goto('/account');
      await tab('My Addresses')(page);
    },
  },
  {
    name: 'account-billing',
    who: 'customer',
    heading: 'Account',
    open: async ({ page }) => {
      await page.goto('/account');
      await tab('Billing')(page);
    },
  },
  { name: 'terms', who: 'guest', heading: 'Terms & Conditions', open: at('/terms-and-conditions') },
  { name: 'privacy', who: 'guest', heading: 'Privacy Policy', open: at('/privacy-policy') },
  { name: 'not-found', who: 'guest', heading: 'Page not found', open: at('/no/such/page') },
];
