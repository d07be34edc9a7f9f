import { expect, type Page } from '@playwright/test';

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
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeVisible();
  const another = page.getByLabel('Another card');
  if (await another.isVisible()) await another.check();
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('Cardholder name').fill('Aoife Brennan');
  await page.getByRole('button', { name: /^Pay/ }).click();
}

/**
 * Submits a request and sees the alert. The page observes itself, because the alert may be there only for the half
 * second before the redirect to the checkout, and a busy browser answers the test later than that.
 */
export async function submitAndSeeCreated(page: Page, submit: () => Promise<void>): Promise<void> {
  const seen = page.evaluate(
    (text) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (document.body.textContent?.includes(text)) resolve();
        };
        new MutationObserver(look).observe(document.body, {
          childList: true,
          subtree: true,
          characterData: true,
        });
        look();
      }),
    'Delivery created',
  );
  await Promise.all([seen, submit()]);
}
