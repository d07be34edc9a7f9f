import { expect, test } from './fixtures.ts';
import { boxOf } from './support/boxes.ts';

test('Old and short URLs redirect a customer to their page (RTE-06, RTE-08, RTE-09)', async ({
  loggedIn: page,
  customer,
}) => {
  const { id } = await customer.createDeliveryRequest();
  await page.goto(`/deliveries/${id}/details`);
  await expect(page).toHaveURL(new RegExp(`/deliveries/${id}$`));
  await expect(page.getByRole('tab', { name: 'Details' })).toBeVisible();
  await page.goto(`/deliveries/${id}/payment/failed`);
  await expect(page).toHaveURL(new RegExp(`/deliveries/${id}/payment/cancel$`));
  await page.goto('/auth');
  await expect(page).toHaveURL(/\/$/);
});

test('Old and short URLs redirect a guest to their page (RTE-06, RTE-08, RTE-09)', async ({
  guest: page,
}) => {
  for (const [from, to] of [
    ['/auth', '/auth/login'],
    ['/deliveries/7/details', '/deliveries/7'],
    ['/deliveries/7/payment/failed', '/deliveries/7/payment/cancel'],
  ] as const) {
    await page.goto(from);
    await expect(page).toHaveURL(new RegExp(`${to}$`));
  }
});

for (const { width, height, isPhone } of [
  { width: 1280, height: 800, isPhone: false },
  { width: 360, height: 740, isPhone: true },
]) {
  test(`Alerts are at the bottom right, ${isPhone ? 'on a phone above the action bar' : 'newer ones below'} (LAY-05)`, async ({
    guest: page,
    customer,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/auth/login');
    await page.getByLabel('Email').fill(customer.user.email);
    await page.getByLabel('Password', { exact: true }).fill(customer.password);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    const alert = page.getByRole('status').filter({ hasText: 'Login successful' }).last();
    // The time of an alert stops under the pointer. The page that follows the login may take longer than that to load.
    await alert.hover();
    // The action bar appears with that page, and moves the alert.
    const next = page.getByRole('button', { name: 'Continue', exact: true });
    await expect(next).toBeVisible();
    await alert.hover();
    const box = await alert.boundingBox();
    if (!box) throw new Error('no alert');
    expect(width - (box.x + box.width)).toBeLessThanOrEqual(32);
    if (isPhone) {
      const bar = await next.boundingBox();
      expect(box.y + box.height).toBeLessThanOrEqual(bar?.y ?? 0);
      expect(box.width).toBeGreaterThan(width * 0.8);
    } else {
      expect(height - (box.y + box.height)).toBeLessThanOrEqual(48);
      expect(box.x).toBeGreaterThan(width / 2);
    }
  });
}

test('On a phone, an alert covers no button of the dialog that it opens with (LAY-05, SES-05)', async ({
  loggedIn: page,
  errorMonitor,
}) => {
  errorMonitor.allow(/status of 401/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/account');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Full Name').fill('Aoife Byrne');
  await page.route(/\/api\/users\/edit$/, (route) =>
    route.fulfill({ status: 401, json: { title: 'UNAUTHORIZED', status: 401 } }),
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Login to Your Account' });
  const button = await boxOf(dialog.getByRole('button', { name: 'Login', exact: true }));
  const alert = await boxOf(page.getByRole('alert').filter({ hasText: 'Your session has expired' }));
  expect(alert.y).toBeGreaterThanOrEqual(0);
  expect(alert.y + alert.height).toBeLessThan(button.y);
});
