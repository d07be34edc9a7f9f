import { expect, test } from './fixtures.ts';

test('A customer whose session expires sees a message, logs in on the same page and continues (SES-05, ACC-30)', async ({
  loggedIn: page,
  customer,
  errorMonitor,
}) => {
  errorMonitor.allow(/status of 401/);
  await page.goto('/');
  await page.getByLabel('Pick-up Location').fill('Draft Street, Dublin');
  await page.getByLabel('Drop-off Location').fill('Other Street, Howth');
  await page.getByRole('button', { name: 'Fast forward' }).click();
  await expect(page.getByText('Draft Street, Dublin').first()).toBeVisible();

  await page.getByRole('link', { name: /^Account/ }).click();
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Full Name').fill('Aoife Byrne');
  await page.route(/\/api\/users\/edit$/, (route) =>
    route.fulfill({ status: 401, json: { title: 'UNAUTHORIZED', status: 401 } }),
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Your session has expired. Log in again' }),
  ).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Login to Your Account' });
  await dialog.getByLabel('Email').fill(customer.user.email);
  await dialog.getByLabel('Password', { exact: true }).fill(customer.password);
  await dialog.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/account/);
  await expect(page.getByLabel('Full Name')).toHaveValue('Aoife Byrne');
  await page.unroute(/\/api\/users\/edit$/);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();

  await page.goBack();
  await expect(page.getByRole('heading', { name: /: Summary$/ })).toBeVisible();
  await expect(page.getByText('Draft Street, Dublin').first()).toBeVisible();
});

test('Back from a past delivery returns to the past deliveries (DEL-01)', async ({
  loggedIn: page,
  customer,
}) => {
  const { id } = await customer.createDeliveryRequest({ deliveryNote: 'The one that is over' });
  const created = await page.request.get(`/api/orderrequests/${id}`, {
    headers: { authorization: `Bearer ${customer.user.jwtToken}` },
  });
  const past = { ...(await created.json()), status: 3 };
  await page.route(/\/api\/orderrequests(\?|$)/, (route) => route.fulfill({ json: [past] }));
  await page.route(new RegExp(`/api/orderrequests/${id}$`), (route) => route.fulfill({ json: past }));
  const openPast = () =>
    page
      .getByRole('main')
      .getByRole('link', { name: /Leinster Road/ })
      .click();
  const expectPast = () =>
    expect(page.getByRole('tab', { name: 'Past' })).toHaveAttribute('aria-selected', 'true');

  await page.goto('/deliveries');
  await page.getByRole('tab', { name: 'Past' }).click();
  await openPast();
  await expect(page.getByRole('tab', { name: 'Timeline' })).toBeVisible();
  await page.goBack();
  await expectPast();
  await openPast();
  await page.getByRole('main').getByRole('link', { name: 'My Deliveries' }).click();
  await expectPast();
});
