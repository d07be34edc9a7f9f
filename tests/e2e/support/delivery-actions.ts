import type { Locator, Page } from '@playwright/test';

export function actionsOfDelivery(page: Page): Locator {
  return page.getByRole('button', { name: 'Actions for this delivery' });
}

/** Opens the menu of a delivery and chooses an action. */
export async function chooseAction(page: Page, name: string): Promise<void> {
  await actionsOfDelivery(page).click();
  await page.locator(':popover-open').getByRole('button', { name, exact: true }).click();
}
