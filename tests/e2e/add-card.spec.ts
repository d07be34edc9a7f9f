import { expect, test } from './fixtures.ts';
import { CARDS } from './support/checkout.ts';
import { NETWORK_ERROR } from './support/error-monitor.ts';

test('The card dialog has the fields of the customer, of which the name has the focus, and of the provider, and names a declined card; a saved card pays after the bank has asked (ACC-19, ERR-03, LAY-10, PAY-20, PAY-21, SEC-14)', async ({
  loggedIn: page,
  customer,
  errorMonitor,
}) => {
  // The server returns 422 for a declined card, which Chromium's console calls an error.
  errorMonitor.allow(/status of 422|status of 402/);
  await page.goto('/account?tab=billing');
  await page.getByRole('button', { name: 'Add New Card' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add Payment Method' });
  await expect(dialog.getByLabel('Cardholder Name')).toBeFocused();
  await expect(dialog.getByLabel('Cardholder Name')).toHaveValue(customer.user.name);
  await expect(dialog.getByLabel('Email')).toHaveValue(customer.user.email);

  await expect(dialog.locator('iframe')).toHaveCount(3);
  const group = (name: string) => dialog.getByRole('group', { name });
  const expiry = await group('Expiry').boundingBox();
  const cvc = await group('CVC').boundingBox();
  const number = await group('Card Number').boundingBox();
  expect(cvc?.y).toBe(expiry?.y);
  expect(cvc?.x).toBeGreaterThanOrEqual((expiry?.x ?? 0) + (expiry?.width ?? 0));
  expect(expiry?.y).toBeGreaterThan(number?.y ?? 0);

  const enter = async (name: string, typed: string) =>
    group(name).frameLocator('iframe').getByRole('textbox').fill(typed);
  await enter('Card Number', CARDS.declined);
  await enter('Expiry', '12 / 34');
  await enter('CVC', '123');
  await dialog.getByRole('button', { name: 'Save Card' }).click();
  await expect(dialog.getByText('Your card was declined.')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Error creating payment method' })).toContainText(
    'Your card was declined.',
  );

  const answerBank = () =>
    page
      .getByRole('dialog', { name: '3-D Secure' })
      .frameLocator('iframe')
      .getByRole('button', { name: 'Complete authentication' })
      .click();
  await enter('Card Number', CARDS.authenticates);
  await dialog.getByRole('button', { name: 'Save Card' }).click();
  await answerBank();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('listitem', { name: 'Visa ending in 3184' })).toBeVisible();

  const { id } = await customer.createDeliveryRequest();
  await page.goto(`/deliveries/${id}/payment`);
  await page.getByRole('button', { name: /^Pay €\d+\.\d\d with Visa 3184$/ }).click();
  await answerBank();
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
});

test('A card whose response was lost while the cards could not be read is saved once by a second press (ACC-13)', async ({
  loggedIn: page,
  errorMonitor,
}) => {
  errorMonitor.allow(NETWORK_ERROR);
  await page.goto('/account?tab=billing');
  await page.getByRole('button', { name: 'Add New Card' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Payment Method' });
  for (const [name, typed] of [
    ['Card Number', CARDS.good],
    ['Expiry', '12 / 34'],
    ['CVC', '123'],
  ] as const) {
    const field = dialog.getByRole('group', { name }).frameLocator('iframe').getByRole('textbox');
    await field.fill(typed);
  }
  const cards = /\/payments\/payment-methods/;
  await page.route(cards, async (route) => {
    if (route.request().method() === 'POST') await route.fetch();
    await route.abort();
  });
  await dialog.getByRole('button', { name: 'Save Card' }).click();
  await expect(dialog.getByText('Error creating payment method')).toBeVisible();
  await page.unroute(cards);
  await dialog.getByRole('button', { name: 'Save Card' }).click();
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('listitem', { name: /^Visa ending in/ })).toHaveCount(1);
});
