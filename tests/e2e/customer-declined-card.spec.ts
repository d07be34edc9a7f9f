import { expect, test } from './fixtures.ts';
import { CARDS, payByCard } from './support/checkout.ts';

test('A customer whose card is declined sees the reason and pays with another card (PAY-05)', async ({
  loggedIn: page,
  customer,
}) => {
  const { id } = await customer.createDeliveryRequest();
  await page.goto(`/deliveries/${id}/payment`);
  await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeVisible();
  await page.getByRole('button', { name: /^Pay/ }).click();

  await payByCard(page, CARDS.declined);
  await expect(page.getByText(/declined/i).first()).toBeVisible();
  await payByCard(page, CARDS.insufficientFunds);
  await expect(page.getByText(/insufficient funds/i).first()).toBeVisible();
  await payByCard(page, CARDS.good);
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Successful' })).toBeVisible();

  await page.goto(`/deliveries/${id}/payment`);
  await expect(page.getByText('Nothing to pay').first()).toBeVisible();
});

test('A customer who leaves the checkout sees common reasons and can try again (RTE-05, RTE-06)', async ({
  loggedIn: page,
  customer,
}) => {
  const { id } = await customer.createDeliveryRequest();
  await page.goto(`/deliveries/${id}/payment/failed`);
  await expect(page).toHaveURL(new RegExp(`/deliveries/${id}/payment/cancel$`));

  const main = page.getByRole('main');
  await expect(main).toContainText(/declined/);
  for (const reason of [/insufficient funds/i, /expired card/i, /incorrect details/i])
    await expect(main).toContainText(reason);
  await expect(page.getByRole('link', { name: 'View Delivery Details' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Return to Home' })).toBeVisible();

  await page.getByRole('button', { name: 'Try Payment Again' }).click();
  await payByCard(page, CARDS.good);
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Successful' })).toBeVisible();
});

test('A payment with 3-D Secure succeeds after the customer confirms it', async ({
  loggedIn: page,
  customer,
}) => {
  const { id } = await customer.createDeliveryRequest();
  await page.goto(`/deliveries/${id}/payment`);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await payByCard(page, CARDS.threeDSecure);
  await page.getByRole('button', { name: /^(Complete|Approve|Authorise|Confirm)/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Successful' })).toBeVisible();
});
