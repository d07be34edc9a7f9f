import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { delayScheduler } from './support/delay-scheduler.ts';
import { chooseAction } from './support/delivery-actions.ts';

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });

test('Back, a link and another tab of the page ask before unsaved changes of a delivery are lost (LAY-08)', async ({
  loggedIn: page,
  customer,
}) => {
  const { id } = await customer.createDeliveryRequest();
  await page.goto('/deliveries');
  await page.getByRole('tabpanel').getByRole('link').first().click();
  await chooseAction(page, 'Edit Details');
  const note = page.getByLabel(/Special Instructions/);
  await note.fill('Behind the red door');
  const main = page.getByRole('navigation', { name: 'Main' });
  for (const leave of [() => page.goBack(), () => main.getByRole('link', { name: 'FAQ' }).click()]) {
    await leave();
    await question(page).getByRole('button', { name: 'Stay' }).click();
    await expect(question(page)).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`/deliveries/${id}$`));
    await expect(note).toHaveValue('Behind the red door');
  }
  await page.goBack();
  await question(page).getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My Deliveries' })).toBeFocused();
});

test('Back right after a form was saved leaves without a question, also on a slow device (LAY-08)', async ({
  loggedIn: page,
}) => {
  await page.goto('/tracking');
  await page.getByRole('link', { name: /^Account/ }).click();
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Full Name').fill('Aoife Byrne');
  await page.evaluate(delayScheduler);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Track', exact: false })).toBeVisible();
});

test('Closing the window asks for confirmation only while there are unsaved changes (LAY-08)', async ({
  loggedIn: page,
}) => {
  const dialogTypes: string[] = [];
  page.on('dialog', (dialog) => {
    dialogTypes.push(dialog.type());
    void dialog.dismiss();
  });
  await page.goto('/account');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Full Name').fill('Aoife Byrne');
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => dialogTypes).toEqual(['beforeunload']);
  await expect(page.getByLabel('Full Name')).toHaveValue('Aoife Byrne');

  await page.getByRole('tab', { name: 'Billing' }).click();
  await question(page).getByRole('button', { name: 'Stay' }).click();
  await expect(question(page)).toBeHidden();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Profile updated')).toBeVisible();
  // The message appears a moment before the form closes, and until then leaving asks.
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Aoife Byrne').first()).toBeVisible();
  expect(dialogTypes).toEqual(['beforeunload']);
});

test('Closing the form of a new card asks before what was typed is lost, also from a field of the provider (LAY-08)', async ({
  loggedIn: page,
}) => {
  await page.goto('/account?tab=billing');
  await page.getByRole('button', { name: 'Add New Card' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Payment Method' });
  const number = dialog
    .getByRole('group', { name: 'Card Number' })
    .frameLocator('iframe')
    .getByRole('textbox');
  await number.fill('4242 4242');
  for (const leave of [() => number.press('Escape'), () => page.goBack()]) {
    await leave();
    await question(page).getByRole('button', { name: 'Stay' }).click();
    await expect(question(page)).toBeHidden();
    await expect(number).toHaveValue('4242 4242');
  }
  await number.fill('');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
});
