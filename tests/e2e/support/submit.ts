import { expect, type Locator, type Page } from '@playwright/test';
import type { Customer } from './customer.ts';
import { expectRendered, fillPlaces, goToSummary } from './wizard.ts';

/** The app offers to stop waiting after this time. */
const STILL_TRYING_MS = 8000;

/** The pick-up and the drop-off of most tests. */
export const FROM = '5 Parnell Square, Dublin';
export const TO = '7 Strand Road, Sandymount';

export const SAVED_MESSAGE = 'Saved on this device. We will send it when you are online.';
/** Shown if the device has a network but the server does not accept the request yet. */
export const SENDING = "Saved on this device. We're still sending it.";

/** Fills in an empty wizard in the shortest way and submits the request. */
export async function completeAsCustomer(page: Page, pickUp: string, dropOff: string): Promise<void> {
  await fillPlaces(page, pickUp, dropOff);
  await page.getByRole('button', { name: 'Fast forward' }).click();
  await expect(page.getByText('Step 4 of 4: Summary')).toBeVisible();
  await expectRendered(page);
  await page.getByRole('button', { name: 'Complete Request' }).click();
}

export async function completeAsGuest(
  page: Page,
  pickUp: string,
  dropOff: string,
  lastName: string,
): Promise<void> {
  await goToSummary(page, pickUp, dropOff);
  await completeSummaryAsGuest(page, lastName);
}

/** Submits the request that the summary shows. */
export async function completeSummaryAsGuest(page: Page, lastName: string): Promise<void> {
  await page.getByRole('button', { name: 'Complete Without Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fill in your details' });
  await dialog.getByLabel('First Name').fill('Ciarán');
  await dialog.getByLabel('Last Name').fill(lastName);
  await dialog.getByLabel('Phone Number').fill('+353 1 555 0100');
  await dialog.getByRole('button', { name: 'Complete', exact: true }).click();
}

/** Advances the page's clock, which the test has installed, until the app says that it is still trying. */
export async function showStillTrying(page: Page): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(STILL_TRYING_MS);
    await expect(page.getByText('Still trying')).toBeVisible({ timeout: 500 });
  }).toPass();
}

/** The list "Waiting to send" with the requests that are only on this device. */
export function waitingList(page: Page): Locator {
  return page.getByRole('region', { name: /^Waiting to send/ });
}

/** The link in the header that leads to the list of waiting requests. */
export function waitingBadge(page: Page): Locator {
  return page.getByRole('banner').getByRole('link', { name: /waiting/ });
}

/** Logs in with the form, as a returning customer does. */
export async function logIn(page: Page, customer: Customer, password = customer.password): Promise<void> {
  await page.goto('/auth/login');
  await page.getByLabel('Email').fill(customer.user.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('link', { name: `Account, ${customer.user.name}` })).toBeVisible();
}

/** Waits until exactly one delivery has this drop-off. */
export async function expectOrderedOnce(customer: Customer, dropOff: string): Promise<void> {
  await expect.poll(() => countDeliveries(customer, dropOff)).toBe(1);
}

export async function countDeliveries(customer: Customer, dropOff: string): Promise<number> {
  const all = await customer.deliveries();
  return all.filter(({ dropOffSnapshot }) => dropOffSnapshot.name === dropOff).length;
}
