import { randomUUID } from 'node:crypto';
import { expect, test } from './fixtures.ts';
import { CARDS, payByCard, submitAndSeeCreated } from './support/checkout.ts';
import { completeAsCustomer } from './support/submit.ts';
import { clickContinue, fillPlaces, HOME_HEADING, step } from './support/wizard.ts';

test.use({ serviceWorkers: 'allow' });

const PICK_UP = '12 Leinster Road, Dublin, D06 X2P4';
const DROP_OFF = '3 Abbey Street, Howth';

test('A guest registers, orders, pays by card and follows the package until it is delivered (PRD-02)', async ({
  guest: page,
  operator,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: HOME_HEADING })).toBeVisible();

  await test.step('registers in the dialog', async () => {
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Login to Your Account' });
    await dialog.getByRole('button', { name: 'Register', exact: true }).click();
    const register = page.getByRole('dialog', { name: 'Create an Account' });
    await register.getByLabel('Name', { exact: true }).fill('Niamh Doyle');
    await register.getByLabel('Phone Number').fill('+353 87 765 4321');
    await register.getByLabel('Email').fill(`niamh.${randomUUID()}@example.ie`);
    await register.getByLabel('Password', { exact: true }).fill('six or more');
    await register.getByLabel('Confirm Password', { exact: true }).fill('six or more');
    await register.getByRole('button', { name: 'Register', exact: true }).click();
    await expect(page.getByText('Login successful')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Account, Niamh Doyle' })).toBeVisible();
  });

  await test.step('describes the package', async () => {
    await expect(step(page, 'Locations')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeDisabled();
    await fillPlaces(page, PICK_UP, DROP_OFF);
    await clickContinue(page);

    await expect(step(page, 'Package')).toBeVisible();
    await page.getByRole('radio', { name: /Heavy/ }).check();
    await page.getByRole('switch', { name: /Fragile/ }).check();
    await page.getByLabel(/Special Instructions/).fill('Two flights of stairs.');
    await clickContinue(page);

    await expect(step(page, 'Delivery')).toBeVisible();
    await page.getByRole('radio', { name: /Express/ }).check();
    await page.getByRole('switch', { name: /Priority Handling/ }).check();
    await clickContinue(page);
  });

  await test.step('reads the summary and completes the request', async () => {
    await expect(step(page, 'Summary')).toBeVisible();
    const main = page.getByRole('main');
    await expect(main).toContainText(PICK_UP);
    await expect(main).toContainText(DROP_OFF);
    await expect(main).toContainText(/Express.* with Priority Handling/);
    await expect(main).toContainText('Two flights of stairs.');
    await expect(main).toContainText(/€\s?\d+\.\d\d/);
    await submitAndSeeCreated(page, () => page.getByRole('button', { name: 'Complete Request' }).click());
  });

  await test.step('pays on the hosted checkout', async () => {
    await payByCard(page, CARDS.good);
    await expect(page).toHaveURL(/\/deliveries\/\d+\/payment\/success/);
    await expect(page.getByRole('heading', { level: 1, name: 'Payment Successful' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(/€\s?\d+\.\d\d/);
  });

  await test.step('sees the delivery, which an operator accepts', async () => {
    await page.getByRole('link', { name: 'View Delivery Details' }).click();
    await expect(page).toHaveURL(/\/deliveries\/\d+$/);
    const id = Number(/deliveries\/(\d+)/.exec(page.url())?.[1]);
    await expect(page.getByText('Pending').first()).toBeVisible();
    const { guid } = await operator.acceptRequest(id);

    await page.goto(`/tracking?guid=${guid}`);
    await expect(page.getByText('Accepted').first()).toBeVisible();
    for (const event of ['scheduled', 'pickedUp', 'delivered'] as const) await operator.report(guid, event);
    await page.reload();
    await expect(page.getByText('Delivered').first()).toBeVisible();
  });

  await test.step('finds it among the past deliveries', async () => {
    await page.getByRole('link', { name: 'Deliveries', exact: true }).first().click();
    await expect(page.getByText('No active deliveries')).toBeVisible();
    await page.getByRole('tab', { name: 'Past' }).click();
    await expect(page.getByRole('tabpanel')).toContainText('Delivered');
  });
});

test('Back from the checkout of a new request opens its payment page (RTE-05)', async ({
  loggedIn: page,
}) => {
  await page.goto('/');
  await completeAsCustomer(page, PICK_UP, DROP_OFF);
  await expect(page.getByRole('button', { name: /^Pay/ })).toBeVisible();
  await expect(page).toHaveURL(/\/sandbox\//);
  await page.goBack();
  await expect(page).toHaveURL(/\/deliveries\/\d+\/payment$/);
  await page.getByRole('button', { name: /^Pay/ }).click();
  await payByCard(page, CARDS.good);
  await expect(page.getByRole('heading', { level: 1, name: 'Payment Successful' })).toBeVisible();
});
