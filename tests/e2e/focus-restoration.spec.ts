import { expect, test } from './fixtures.ts';

test('Closing a dialog returns the focus to the element that opened it, the first time too (LAY-06)', async ({
  guest: page,
}) => {
  await page.goto('/');
  const login = page.getByRole('banner').getByRole('button', { name: 'Account', exact: true });
  for (const _ of ['the first time', 'again']) {
    await login.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(login).toBeFocused();
  }
});

test('Closing the menu of a phone returns the focus (LAY-06)', async ({ guest: page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  const menu = page.getByRole('button', { name: 'Open menu' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Tracking' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(menu).toBeFocused();
});

test('The heading that takes the focus after a navigation shows no ring (LAY-10)', async ({
  guest: page,
}) => {
  await page.goto('/');
  await expect(page.locator('html[data-live]')).toBeVisible();
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' });
  await link.focus();
  await expect(link).not.toHaveCSS('outline-style', 'none');
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { level: 1, name: 'Frequently Asked Questions' });
  await expect(heading).toBeFocused();
  await expect(heading).toHaveCSS('outline-style', 'none');
});
