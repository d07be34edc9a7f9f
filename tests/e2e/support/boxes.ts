import type { Locator, Page } from '@playwright/test';

/** The bar of tabs at the bottom of a phone. */
export const tabBar = (page: Page): Locator => page.getByRole('navigation', { name: 'Main pages' });

export async function boxOf(locator: Locator) {
  await locator.waitFor();
  const box = await locator.boundingBox();
  if (!box) throw new Error('The element is not visible');
  return box;
}
