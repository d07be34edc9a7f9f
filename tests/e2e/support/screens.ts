import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Customer } from './customer.ts';
import { chooseAction } from './delivery-actions.ts';
import type { Operator } from './operator.ts';
import { completeAsGuest } from './submit.ts';
import { clickContinue, fillPlaces, goToSummary } from './wizard.ts';

/** The fixtures that open a screen. */
export type ScreenContext = { page: Page; customer: Customer; operator: Operator };
export type Screen = {
  name: string;
  who: 'guest' | 'customer';
  /** The page's h1. */
  heading: string | RegExp;
  /** The document title without " – Send". It defaults to the heading. */
  title?: string | RegExp;
  open: (scene: ScreenContext) => Promise<void>;
};

const FROM = '12 Leinster Road, Dublin, D06 X2P4';
const TO = '3 Abbey Street, Howth';
const HOME = 'Request a Delivery';
/** The package of a guest, as the app describes it. */
const GUEST_NOTE = [
  'Notes: ',
  'Delivery type: Standard',
  'Priority: No',
  'Fragile: No',
  'Weight: 2 kg',
  'Volume: 0.02 m³',
  'Width: 0.3 m',
  'Length: 0.3 m',
  'Height: 0.2 m',
].join('\n');

function openPath(path: string): Screen['open'] {
  return async ({ page }) => void (await page.goto(path));
}

/** Opens a page of a delivery in a given state. */
function openDelivery(
  path: string,
  state: 'unpaid' | 'accepted' | 'delivered' = 'unpaid',
  then?: (page: Page) => Promise<void>,
): Screen['open'] {
  return async ({ page, customer, operator }) => {
    const { id } = await customer.createDeliveryRequest();
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

async function openPackageStep({ page }: Pick<ScreenContext, 'page'>): Promise<void> {
  await page.goto('/');
  await fillPlaces(page, FROM, TO);
  await clickContinue(page);
}

async function openSecurity({ page }: Pick<ScreenContext, 'page'>): Promise<void> {
  await page.goto('/account?tab=security');
  await page.getByText('This device', { exact: true }).waitFor();
}

const ACCOUNT = { who: 'customer', heading: 'Account' } as const;
const openTab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();

/** Every screen of the route table, in each state that looks different. */
export const SCREENS: readonly Screen[] = [
  { name: 'home-1-locations', who: 'guest', heading: HOME, open: openPath('/') },
  {
    name: 'home-confirmation',
    who: 'guest',
    heading: 'We received your request',
    open: async ({ page }) => {
      await page.goto('/');
      await completeAsGuest(page, FROM, TO, 'Byrne');
      await page.getByRole('heading', { name: 'We received your request' }).waitFor();
      // The page reloads unless it is used.
      await page.keyboard.press('Shift');
    },
  },
  {
    name: 'home-2-package',
    who: 'guest',
    heading: HOME,
    title: 'Package',
    open: openPackageStep,
  },
  {
    name: 'home-2-package-custom',
    who: 'guest',
    heading: HOME,
    title: 'Package',
    open: async ({ page }) => {
      await openPackageStep({ page });
      for (const group of ['Size', 'Weight'])
        await page
          .getByRole('group', { name: group })
          .getByRole('radio', { name: /Custom/ })
          .check();
      await page.getByLabel('Height').fill('0.3');
    },
  },
  {
    name: 'home-3-delivery',
    who: 'guest',
    heading: HOME,
    title: 'Delivery',
    open: async ({ page }) => {
      await openPackageStep({ page });
      await clickContinue(page);
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
    name: 'home-4-summary-logged-in',
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
  { name: 'auth-login', who: 'guest', heading: 'Login', open: openPath('/auth/login') },
  { name: 'auth-register', who: 'guest', heading: 'Register', open: openPath('/auth/register') },
  { name: 'deliveries-logged-out', who: 'guest', heading: 'My Deliveries', open: openPath('/deliveries') },
  { name: 'deliveries-empty', who: 'customer', heading: 'My Deliveries', open: openPath('/deliveries') },
  { name: 'deliveries-active', who: 'customer', heading: 'My Deliveries', open: openDelivery('/deliveries') },
  {
    name: 'deliveries-past',
    who: 'customer',
    heading: 'My Deliveries',
    open: openDelivery('/deliveries', 'delivered', openTab('Past')),
  },
  { name: 'details-logged-out', who: 'guest', heading: 'Delivery Details', open: openPath('/deliveries/1') },
  {
    name: 'details-not-found',
    who: 'customer',
    heading: 'Delivery Not Found',
    open: openPath('/deliveries/999999'),
  },
  {
    name: 'details',
    who: 'customer',
    heading: /Howth/,
    title: /Delivery Details/,
    open: openDelivery('/deliveries/{id}', 'unpaid', (page) =>
      page.getByRole('tab', { name: 'Details' }).waitFor(),
    ),
  },
  {
    name: 'details-timeline',
    who: 'customer',
    heading: /Howth/,
    title: /Delivery Details/,
    open: openDelivery('/deliveries/{id}', 'delivered', openTab('Timeline')),
  },
  {
    name: 'details-map',
    who: 'customer',
    heading: /Howth/,
    title: /Delivery Details/,
    open: openDelivery('/deliveries/{id}', 'accepted', openTab('Map')),
  },
  {
    name: 'details-payment',
    who: 'customer',
    heading: /Howth/,
    title: /Delivery Details/,
    open: openDelivery('/deliveries/{id}', 'unpaid', openTab('Payment')),
  },
  {
    name: 'details-edit',
    who: 'customer',
    heading: /Howth/,
    title: /^Edit Details/,
    open: openDelivery('/deliveries/{id}', 'unpaid', (page) => chooseAction(page, 'Edit Details')),
  },
  { name: 'payment', who: 'customer', heading: 'Payment', open: openDelivery('/deliveries/{id}/payment') },
  {
    name: 'payment-nothing-to-pay',
    who: 'customer',
    heading: 'Nothing to pay',
    title: 'Payment',
    open: openDelivery('/deliveries/{id}/payment', 'accepted'),
  },
  {
    name: 'guest-payment',
    who: 'guest',
    heading: 'Pay for your delivery',
    open: async ({ page, operator }) => {
      const lastName = `Byrne ${randomUUID().slice(0, 8)}`;
      await page.request.post('/hook/status/submit-to-zapier', {
        data: { firstName: 'Niamh', lastName, pickup: FROM, dropoff: TO, note: GUEST_NOTE },
      });
      await page.goto(await operator.acceptGuest(lastName));
    },
  },
  {
    name: 'payment-success',
    who: 'customer',
    heading: 'Payment Successful',
    open: openDelivery('/deliveries/{id}/payment/success', 'accepted'),
  },
  {
    name: 'label',
    who: 'customer',
    heading: 'Shipping Label',
    open: openDelivery('/deliveries/{id}/label', 'accepted'),
  },
  {
    name: 'payment-failed',
    who: 'customer',
    heading: 'Payment Canceled',
    open: openDelivery('/deliveries/{id}/payment/cancel'),
  },
  { name: 'tracking', who: 'guest', heading: 'Package Tracking', open: openPath('/tracking') },
  {
    name: 'tracking-result',
    who: 'guest',
    heading: 'Package Tracking',
    open: async ({ page, customer, operator }) => {
      const { guid } = await operator.createOrder(customer);
      await page.goto(`/tracking?guid=${guid}`);
      await page.getByText('Accepted').first().waitFor();
    },
  },
  {
    name: 'tracking-logged-in',
    who: 'customer',
    heading: 'Package Tracking',
    open: openDelivery('/tracking', 'accepted'),
  },
  { name: 'faq', who: 'guest', heading: 'Frequently Asked Questions', title: 'FAQ', open: openPath('/faq') },
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
  { name: 'account-logged-out', who: 'guest', heading: 'Account', open: openPath('/account') },
  { name: 'account-profile', who: 'customer', heading: 'Account', open: openPath('/account') },
  { ...ACCOUNT, name: 'account-addresses', open: openPath('/account?tab=addresses') },
  {
    name: 'account-addresses-two',
    who: 'customer',
    heading: 'Account',
    open: async ({ page, customer }) => {
      await customer.saveAddress();
      await customer.saveAddress({ name: 'Work', street: '3 Abbey Street', city: 'Howth' });
      await page.goto('/account?tab=addresses');
      await page.getByRole('button', { name: 'Delete Work' }).waitFor();
    },
  },
  {
    name: 'address-dialog',
    who: 'customer',
    heading: 'Account',
    open: async ({ page }) => {
      await page.goto('/account?tab=addresses');
      await page.getByRole('button', { name: 'Add New Address' }).click();
      await page.getByRole('dialog', { name: 'Add New Address' }).waitFor();
    },
  },
  {
    name: 'account-history',
    who: 'customer',
    heading: 'Account',
    open: openDelivery('/account?tab=billing&list=history', 'accepted', (page) =>
      page.getByRole('heading', { name: /Dublin to Howth/ }).waitFor(),
    ),
  },
  { ...ACCOUNT, name: 'account-billing', open: openPath('/account?tab=billing') },
  { ...ACCOUNT, name: 'account-security', open: openSecurity },
  {
    name: 'account-delete',
    who: 'customer',
    heading: 'Account',
    open: async ({ page }) => {
      await openSecurity({ page });
      await page.getByRole('button', { name: 'Delete account' }).click();
      await page.getByRole('dialog', { name: 'Delete your account?' }).waitFor();
    },
  },
  { name: 'terms', who: 'guest', heading: 'Terms & Conditions', open: openPath('/terms-and-conditions') },
  { name: 'privacy', who: 'guest', heading: 'Privacy Policy', open: openPath('/privacy-policy') },
  { name: 'not-found', who: 'guest', heading: 'Page not found', open: openPath('/no/such/page') },
];
