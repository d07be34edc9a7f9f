import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { goToSummary, HOME_HEADING } from './support/wizard.ts';

const PICK_UP = '12 Leinster Road, Dublin 6';
const DROP_OFF = '3 Abbey Street, Howth';
const entryCount = (page: Page) => page.evaluate(() => history.state?.overlay ?? 0);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Opens the overlay from the keyboard, closes it with Back and with its button, and leaves no entry behind. */
async function expectBackToClose(page: Page, opener: Locator): Promise<void> {
  const dialog = page.getByRole('dialog');
  const url = page.url();
  for (const close of [() => page.goBack(), () => dialog.getByRole('button', { name: /^Close/ }).click()]) {
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await expect.poll(() => entryCount(page)).toBe(1);
    await close();
    await expect(dialog).toHaveCount(0);
    await expect(opener).toBeFocused();
    await expect.poll(() => entryCount(page)).toBe(0);
    expect(page.url()).toBe(url);
  }
}

test.describe('On a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('Back closes every dialog and sheet of a guest, and the next Back leaves the page (LAY-46)', async ({
    guest: page,
  }) => {
    await page.goto('/faq#tracking');
    await expectBackToClose(page, button(page, 'Open menu'));
    await button(page, 'Open menu').click();
    await page.getByRole('dialog').getByRole('link', { name: 'Send', exact: true }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: HOME_HEADING })).toBeFocused();
    // The address changes once the browser has removed the entry of the menu.
    await expect(page).toHaveURL(/\/$/);
    await expectBackToClose(page, page.getByRole('banner').getByRole('button', { name: 'Account' }));
    await expectBackToClose(page, button(page, 'Map picker for pick-up'));
    await expectBackToClose(page, button(page, /^(Estimate|Price from)/));
    await goToSummary(page, PICK_UP, DROP_OFF);
    await expectBackToClose(page, button(page, /Continue on another device/));
    const send = button(page, 'Complete Without Account');
    await expectBackToClose(page, send);
    await send.click();
    await page.getByLabel('First Name').fill('Aoife');
    await page.goBack();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await send.click();
    await expect(page.getByLabel('First Name')).toHaveValue('Aoife');
    await page.goBack();
    for (let step = 0; step < 3; step += 1) await page.goBack();
    await expect(page.getByLabel('Pick-up Location')).toHaveValue(PICK_UP);
    await page.goBack();
    await expect(page).toHaveURL(/\/faq#tracking$/);
  });
});

test('Back leaves a page at once that was reloaded while a dialog was open (LAY-46)', async ({
  guest: page,
}) => {
  await page.goto('/faq');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tracking' }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await expect.poll(() => entryCount(page)).toBe(1);
  await page.reload();
  await expect.poll(() => entryCount(page)).toBe(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Package Tracking' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/faq$/);
  await page.goForward();
  await expect(page).toHaveURL(/\/tracking$/);
  await page.goForward();
  await expect.poll(() => entryCount(page)).toBe(0);
});

test('Back closes the dialogs of the account, the upper one first (LAY-46)', async ({
  loggedIn: page,
  customer,
}) => {
  await customer.saveAddress();
  await page.goto('/account?tab=addresses');
  await expectBackToClose(page, button(page, /^Delete/).first());
  await button(page, 'Add New Address').click();
  const form = page.getByRole('dialog', { name: 'Add New Address' });
  await form.getByRole('button', { name: /map/i }).click();
  await expect.poll(() => entryCount(page)).toBe(2);
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await form.getByLabel('Name', { exact: true }).fill('Work');
  await page.goBack();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(question).toBeHidden();
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('Work');
  await page.goBack();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => entryCount(page)).toBe(0);
  await expect(page).toHaveURL(/\/account\?tab=addresses$/);
});

test('Back closes the menu of a page that is not prerendered, and its links still work (LAY-46)', async ({
  loggedIn: page,
  customer,
}) => {
  const { id } = await customer.createDeliveryRequest();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/deliveries/${id}/payment`);
  await expectBackToClose(page, button(page, 'Open menu'));
  await page.getByRole('link', { name: 'Send, home' }).click();
  await expect(page.getByRole('heading', { level: 1, name: HOME_HEADING })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});
