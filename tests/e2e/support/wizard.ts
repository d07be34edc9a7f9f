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

/** Waits until a step is rendered. The previous one stays on the screen until then, and ignores presses. */
export async function expectRendered(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: HOME_HEADING })).toHaveAttribute('aria-busy', 'false');
}

/** Continues to the next step. */
export async function clickContinue(page: Page): Promise<void> {
  const current = page.locator('[aria-current="step"]');
  const before = (await current.textContent()) ?? '';
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(current).not.toHaveText(before);
  await expectRendered(page);
}

/** Goes through all steps from the first one to the summary. */
export async function goToSummary(page: Page, pickUp: string, dropOff: string): Promise<void> {
  await fillPlaces(page, pickUp, dropOff);
  for (const _ of ['Package', 'Delivery', 'Summary']) await clickContinue(page);
  await expect(page.getByText(pickUp).first()).toBeVisible();
}
