import { expect, test } from './fixtures.ts';
import { submitAndSeeCreated } from './support/checkout.ts';

test('An address that is selected from the map keeps its point when the rest is typed, and an order carries it (ACC-25, ACC-12)', async ({
  loggedIn: page,
  customer,
}) => {
  await page.goto('/account?tab=addresses');
  await page.getByRole('button', { name: 'Add New Address' }).click();
  const form = page.getByRole('dialog', { name: 'Add New Address' });
  await form.getByRole('button', { name: 'Select from Map' }).click();
  const picker = page.getByRole('dialog', { name: 'Pick location' });
  await picker.getByLabel('Search for a place').fill('Naas');
  await picker.getByRole('option').first().click();
  await picker.getByRole('button', { name: 'Select' }).click();
  await expect(form.getByText('Location set')).toBeVisible();
  await expect(form.getByLabel('Postal Code')).toHaveValue('');
  await form.getByLabel('Name', { exact: true }).fill('Granny');
  await form.getByLabel('Street').fill('12 Main Street');
  await form.getByLabel('Postal Code').fill('W91 X2P4');
  await expect(form.getByText('Location set')).toBeVisible();
  await form.getByRole('button', { name: 'Save Address' }).click();
  await expect(form).toHaveCount(0);
  const [address] = await customer.addresses();
  expect(address).toMatchObject({ street: '12 Main Street', postalCode: 'W91 X2P4', city: 'Naas' });
  expect(address?.latitude).toBeCloseTo(53.2, 0);

  await page.goto('/');
  await page.getByRole('button', { name: 'Granny as pick-up' }).click();
  await page.getByLabel('Drop-off Location').fill('3 Abbey Street, Howth');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Fast forward' }).click();
  await submitAndSeeCreated(page, () => page.getByRole('button', { name: 'Complete Request' }).click());
  const [delivery] = await customer.deliveries();
  const { latitude, longitude } = address ?? {};
  expect(delivery?.pickUpSnapshot).toMatchObject({ latitude, longitude });
});
