import { expect, test } from './fixtures.ts';
import { CARDS, payByCard } from './support/checkout.ts';
import { completeAsCustomer, FROM, TO } from './support/submit.ts';
import { goToSummary } from './support/wizard.ts';

// The state after `npm start` in a new clone: demo data, and a simulator that acts as operator.
test.use({ demo: true });

test.describe('While the app is being installed', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a new user logs in to the demo account, orders, pays and sees the request accepted', async ({
    page,
  }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Login to Your Account' });
    await dialog.getByRole('button', { name: 'Use the demo account' }).click();
    await dialog.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page.getByText('Login successful')).toBeVisible();

    await goToSummary(page, '12 Leinster Road, Dublin, D06 X2P4', '3 Abbey Street, Howth');
    await page.getByRole('button', { name: 'Complete Request' }).click();
    await expect(page.getByRole('radio', { name: /^Visa ending in 4242/ })).toBeVisible();
    // With a saved card selected, the fields for a new card are hidden until a card number is entered.
    await expect(page.getByLabel('Expiry')).toBeHidden();
    await payByCard(page, CARDS.good);
    await expect(page.getByRole('heading', { level: 1, name: 'Payment Successful' })).toBeVisible();

    await page.getByRole('link', { name: 'View Delivery Details' }).click();
    await page.getByRole('tab', { name: 'Timeline' }).click();
    // The first step of the simulator; tests/server/demo.test.ts goes through all of them.
    await expect(page.getByText('Your request has been accepted.')).toBeVisible({ timeout: 30_000 });
  });
});

test('The demo account has saved cards, and payments with receipts that open', async ({ page }) => {
  await page.goto('/auth/login');
  await page.getByRole('button', { name: 'Use the demo account' }).click();
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.getByRole('link', { name: /^Account, / }).click();
  await page.getByRole('tab', { name: 'Billing' }).click();
  await expect(page.getByRole('listitem', { name: 'Visa ending in 4242' })).toContainText('Default');
  await expect(page.getByRole('listitem', { name: 'Mastercard ending in 4444' })).toBeVisible();
  await page.getByRole('tab', { name: 'Payment History' }).click();
  for (const status of ['Failed', 'Paid', 'Refunded'])
    await expect(page.getByText(status).first()).toBeVisible();
  const opening = page.waitForEvent('popup');
  await page
    .getByRole('button', { name: /^Options for / })
    .first()
    .click();
  await page.getByRole('link', { name: /^Receipt for SND-/ }).click();
  await expect((await opening).getByText(/€\s?\d+\.\d\d/).first()).toBeVisible();
});

test('The demo account pays on the test checkout with a saved card, or with another one (PAY-20)', async ({
  page,
}) => {
  await page.goto('/auth/login');
  await page.getByRole('button', { name: 'Use the demo account' }).click();
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Request a Delivery' })).toBeVisible();
  await completeAsCustomer(page, FROM, TO);
  await page.waitForURL(/\/sandbox\/checkout\//);
  const number = page.getByLabel('Card number');
  await expect(page.getByRole('radio', { name: /ending in/ }).first()).toBeChecked();
  await expect(number).toBeHidden();
  await page.getByLabel('Another card').check();
  await number.pressSequentially('4242424242424242');
  await expect(number).toHaveValue('4242 4242 4242 4242');
  await number.fill('');
  await number.pressSequentially('378282246310005');
  await expect(number).toHaveValue('3782 822463 10005');
});

test('The demo account has deliveries in several states, which fit on a phone and stay in place (LAY-36, LAY-38)', async ({
  page,
}) => {
  await page.goto('/auth/login');
  await page.getByRole('button', { name: 'Use the demo account' }).click();
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Request a Delivery' })).toBeVisible();
  await page.getByRole('link', { name: 'Deliveries', exact: true }).first().click();
  await page.setViewportSize({ width: 360, height: 740 });
  const deliveries = page.getByRole('tabpanel').getByRole('link');

  await test.step('A phone shows two whole cards', async () => {
    await expect(deliveries.nth(1)).toBeInViewport({ ratio: 1 });
  });

  await test.step('A refresh moves nothing', async () => {
    const tabs = page.getByRole('tablist', { name: 'Status' });
    const before = await tabs.boundingBox();
    const requested = page.waitForRequest(/\/api\/orderrequests(\?|$)/);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await (await requested).response();
    await expect(page.getByRole('button', { name: 'Refreshing…' })).toHaveCount(0);
    // The simulator may have changed a delivery in the meantime.
    const outcome = page.getByRole('status').filter({ hasText: /No change|Changed|Since you last looked/ });
    await expect(outcome).toBeVisible();
    expect(await tabs.boundingBox()).toEqual(before);
  });

  await test.step('Another tab shows deliveries in another state, also after a reload', async () => {
    await page.getByRole('tab', { name: 'Past' }).click();
    await expect(deliveries.first()).toBeVisible();
    await page.reload();
    await expect(page.getByRole('tab', { name: 'Past' })).toHaveAttribute('aria-selected', 'true');
  });
});
