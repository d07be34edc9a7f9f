import { expect, type Page, type Route } from '@playwright/test';

/** Stripe's public test numbers. */
export const CARDS = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  insufficientFunds: '4000 0000 0000 9995',
  expired: '4000 0000 0000 0069',
  threeDSecure: '4000 0025 0000 3155',
  /** Asks the bank each time, also after it was saved. */
  authenticates: '4000 0027 6000 3184',
} as const;

/** Fills in the hosted checkout page and presses Pay. */
export async function payByCard(page: Page, number: string): Promise<void> {
  await expect(page.getByLabel('Card number')).toBeVisible();
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('Cardholder name').fill('Aoife Brennan');
  await page.getByRole('button', { name: /^Pay/ }).click();
}

/** Submits a request and sees the alert, which is on the page only until the checkout has loaded: it waits for the alert. */
export async function submitAndSeeCreated(page: Page, submit: () => Promise<void>): Promise<void> {
  let release = () => {};
  const isSeen = new Promise<void>((resolve) => {
    release = resolve;
  });
  const holdCheckout = async (route: Route) => {
    await isSeen;
    await route.continue();
  };
  await page.context().route('**/sandbox/checkout/*', holdCheckout, { times: 1 });
  await submit();
  await expect(page.getByText('Delivery created').first()).toBeVisible();
  release();
}
