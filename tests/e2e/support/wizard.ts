import { expect, type Locator, type Page } from '@playwright/test';

export const HOME_HEADING = 'Request a Delivery';

export function step(page: Page, name: string): Locator {
  return page.getByRole('listitem').filter({ hasText: name }).and(page.locator('[aria-current="step"]'));
}

/** Types both places and closes the list of suggestions. */
export async function fillPlaces(page: Page, pickUp: string, dropOff: string): Promise<void> {
  await page.getByLabel('Pick-up Location').fill(pickUp);
  await page.keyboard.press('Escape');
  await page.getByLabel('Drop-off Location').fill(dropOff);
  await page.keyboard.press('Escape');
}

export async function clickContinue(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
}

/** Goes through all steps from the first one to the summary. */
export async function goToSummary(page: Page, pickUp: string, dropOff: string): Promise<void> {
  await fillPlaces(page, pickUp, dropOff);
  await clickContinue(page);
  await expect(page.getByRole('radio', { name: /Light/ })).toBeChecked();
  await clickContinue(page);
  await expect(page.getByRole('radio', { name: /Same day/ })).toBeVisible();
  await clickContinue(page);
  await expect(page.getByText(pickUp).first()).toBeVisible();
}
