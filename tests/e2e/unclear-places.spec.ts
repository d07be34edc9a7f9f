import { expect, test } from './fixtures.ts';
import { expectAccessible } from './support/accessibility.ts';
import { CARDS, payByCard } from './support/checkout.ts';
import { clickContinue, fillPlaces, goToSummary, step } from './support/wizard.ts';

const ASSUMED = 'Distance not known yet, 15 km assumed';
const NEEDED = 'Pick the place on the map so that we can confirm the price';

test('Unclear places are asked about once, saved without a charge, and paid once they are picked (PLC-07, PLC-08, PLC-04)', async ({
  loggedIn: page,
  customer,
}) => {
  await page.goto('/');
  await test.step('is asked once, and passes the question over', async () => {
    await fillPlaces(page, 'Home', 'Main Street, Naas, Co. Kildare');
    await expect(page.getByText('Which one did you mean?')).toBeVisible();
    await expect(page.getByRole('group', { name: 'Pick-up: “Home”' })).toBeVisible();
    await expect(page.getByRole('group', { name: /^Drop-off/ })).toHaveCount(0);
    await expect(page.getByLabel('Drop-off Location')).toBeFocused();
    await expectAccessible(page);
    for (const name of ['Package', 'Delivery', 'Summary']) {
      await clickContinue(page);
      await expect(step(page, name)).toBeVisible();
      await expect(page.getByText(ASSUMED).first()).toBeVisible();
      await expect(page.getByText('Which one did you mean?')).toHaveCount(0);
    }
  });

  await test.step('the delivery is saved and not charged', async () => {
    await page.getByRole('button', { name: 'Complete Request' }).click();
    await expect(page).toHaveURL(/\/deliveries\/\d+$/);
    await expect(page.getByText(NEEDED, { exact: true })).toBeVisible();
    await expect(page.getByText(ASSUMED)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Pay/ })).toHaveAttribute('aria-disabled', 'true');
    await expectAccessible(page);
    expect(await customer.deliveries()).toMatchObject([
      { status: 0, unclearPlaces: ['pickUp'], pickUpSnapshot: { name: 'Home' } },
    ]);
  });

  await test.step('Edit Details leads to the field, and the map locates it', async () => {
    await page.getByRole('button', { name: 'Edit Details' }).first().click();
    await expect(page.getByLabel('Pick-up Location')).toBeFocused();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Map picker for pick-up' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pick location' });
    await dialog.getByLabel('Search for a place').fill('Galway');
    await dialog.getByRole('option').first().click();
    await dialog.getByRole('button', { name: 'Select' }).click();
    await expect(page.getByLabel('Pick-up Location')).toHaveValue(/^Home, .*Galway/);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Delivery saved')).toBeVisible();
  });

  await test.step('sees both prices, and pays the new one', async () => {
    const [delivery] = await customer.deliveries();
    expect(delivery?.unclearPlaces).toEqual([]);
    const price = `€${delivery?.estimatedPrice?.toFixed(2)}`;
    const message = page.getByText(
      /^Before the place was confirmed, we estimated €[\d.]+\. The price is €[\d.]+\.$/,
    );
    await expect(message).toContainText(`The price is ${price}`);
    await expect(page.getByText(NEEDED)).toHaveCount(0);
    await page.getByRole('button', { name: /^Pay/ }).click();
    await payByCard(page, CARDS.good);
    await expect(page.getByRole('heading', { level: 1, name: 'Payment Successful' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(price);
  });
});

test('A candidate locates a typed place with one press, by keyboard too (PLC-07)', async ({
  guest: page,
}) => {
  await page.goto('/');
  await fillPlaces(page, 'Bangor', '1 Main Street, Naas, Co. Kildare');
  const group = page.getByRole('group', { name: 'Pick-up: “Bangor”' });
  const candidate = group.getByRole('button', { name: /^Bangor/ }).first();
  const label = (await candidate.textContent()) ?? '';
  await candidate.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Location set for pick-up')).toBeFocused();
  await expect(page.getByLabel('Pick-up Location')).toHaveValue(label);
  await expect(page.getByText(ASSUMED)).toHaveCount(0);
  await page.getByRole('button', { name: /^Estimate/ }).click();
  await expect(page.getByText(/^Distance, [\d.]+ km \(.*Bangor.* to Naas, Co\. Kildare\)$/)).toBeVisible();
});

test('The places of a link are asked about once, also over a reload (PLC-07, WIZ-02)', async ({
  guest: page,
}) => {
  await page.goto('/?p=1e5&d=Main+Street,+Naas,+Co.+Kildare');
  await expect(page.getByLabel('Pick-up Location')).toHaveValue('1e5');
  await expect(page.getByRole('group', { name: 'Pick-up: “1e5”' })).toBeVisible();
  await clickContinue(page);
  await expect(step(page, 'Package')).toBeVisible();
  await page.reload();
  await expect(step(page, 'Package')).toBeVisible();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByLabel('Pick-up Location')).toHaveValue('1e5');
  await expect(page.getByText(ASSUMED)).toBeVisible();
  await expect(page.getByText('Which one did you mean?')).toHaveCount(0);
});

for (const [where, name, open] of [
  ['the first step', 'Continue', fillPlaces],
  ['the summary', 'Complete Without Account', goToSummary],
] as const) {
  test(`On ${where} of a tablet, a question that arrives during a press does not move the pressed button (PLC-07)`, async ({
    guest: page,
  }) => {
    await page.setViewportSize({ width: 820, height: 1180 });
    let answer = (): void => undefined;
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/estimateprice', async (route) => {
      await isAnswered;
      await route.continue();
    });
    await page.goto('/');
    await open(page, 'Main Street', 'Church Street');
    const button = page.getByRole('button', { name, exact: true });
    const before = await button.boundingBox();
    await button.hover();
    await page.mouse.down();
    answer();
    await expect(page.getByText(/^€/).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await button.boundingBox()).toEqual(before);
    await page.mouse.up();
    if (name === 'Continue') await expect(step(page, 'Package')).toBeVisible();
    else await expect(page.getByRole('dialog', { name: 'Fill in your details' })).toBeVisible();
  });
}
