import { expect, test } from './fixtures.ts';
import { expectAccessible } from './support/accessibility.ts';

test('A draft is started on one device and finished on another (WIZ-35)', async ({
  guest: page,
  browser,
  baseURL,
}) => {
  await page.goto('/');
  await page.getByLabel('Pick-up Location').fill('5 Parnell Square');
  await page.getByLabel('Drop-off Location').fill('7 Strand Road');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByLabel(/Special Instructions/).fill('Ring twice');
  await page.getByRole('switch', { name: /Fragile/ }).check();
  await page.getByRole('button', { name: 'Continue on another device' }).click();

  const dialog = page.getByRole('dialog', { name: 'Continue on another device' });
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expectAccessible(page);
  const link = await dialog.getByRole('textbox', { name: 'Link to this request' }).inputValue();

  const other = await browser.newContext({ ...(baseURL === undefined ? {} : { baseURL }) });
  const phone = await other.newPage();
  await phone.goto(link);
  await expect(phone.getByLabel('Pick-up Location')).toHaveValue('5 Parnell Square');
  await phone.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(phone.getByLabel(/Special Instructions/)).toHaveValue('Ring twice');
  await expect(phone.getByRole('switch', { name: /Fragile/ })).toBeChecked();
  await other.close();

  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Continue on another device' })).toBeFocused();
  await expect(page.getByLabel(/Special Instructions/)).toHaveValue('Ring twice');
});
