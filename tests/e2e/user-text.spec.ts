import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { chooseAction } from './support/delivery-actions.ts';
import { clickContinue, fillPlaces } from './support/wizard.ts';

const MARKUP = '<img src=x onerror="globalThis.harm=1"> <script>harm=1</script> <b>&amp;</b>';
const RIGHT_TO_LEFT = 'شارع الملك فيصل ١٢ (عمارة ٣)، רחוב הרצל 5!';
/** A text of 2,000 characters, as many as the longest field accepts, which ends in one long word. */
const TEXT = `${MARKUP} ${RIGHT_TO_LEFT} 🌈👩‍👩‍👧‍👦📦`.padEnd(2000, 'm');
/** As much of the text as a place and a name accept. */
const PLACE = TEXT.slice(0, 490);
const NAME = TEXT.slice(0, 190);

test.use({ viewport: { width: 320, height: 700 } });

/** Checks that the text is shown as text: it creates no element, runs no code, and does not make the screen wider. */
async function expectText(page: Page, where: Locator = page.locator('body')): Promise<void> {
  const start = TEXT.slice(0, 12);
  const shown = where.getByText(start).and(page.locator(':not(.sr-only)'));
  await expect(shown.filter({ visible: true }).first()).toBeVisible();
  const seen = await page.evaluate((needle) => {
    const outside: string[] = [];
    let shown = 0;
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const parent = node.parentElement;
      if (!node.textContent?.includes(needle) || !parent?.checkVisibility()) continue;
      if (parent.matches('.sr-only')) continue;
      shown += 1;
      const isCut = getComputedStyle(parent).textOverflow === 'ellipsis';
      const range = document.createRange();
      range.selectNodeContents(node);
      const rects = isCut ? [parent.getBoundingClientRect()] : [...range.getClientRects()];
      if (rects.some(({ left, right }) => left < -0.5 || right > innerWidth + 0.5)) {
        outside.push(parent.outerHTML.slice(0, 120));
      }
    }
    return {
      shown,
      outside,
      wider: document.documentElement.scrollWidth - innerWidth,
      harm: 'harm' in globalThis,
      made: document.body.querySelectorAll('[onerror], img[src="x"], script:not([src]):not([type])').length,
    };
  }, start);
  expect(seen, page.url()).toMatchObject({ outside: [], harm: false, made: 0 });
  expect(seen.wider, page.url()).toBeLessThanOrEqual(0);
  expect(seen.shown).toBeGreaterThan(0);
}

test('Markup, text from right to left, emoji and a long word are shown as text on every screen of a delivery (LAY-09)', async ({
  loggedIn: page,
  customer,
  operator,
}) => {
  const unpaid = await customer.createDeliveryRequest({
    pickUpSnapshot: { name: PLACE },
    dropOffSnapshot: { name: `${PLACE}.` },
    deliveryNote: TEXT,
  });
  const { guid } = await operator.createOrder(customer, {
    // Only a delivery whose places are picked can be paid and accepted.
    pickUpSnapshot: { name: PLACE, latitude: 53.3242, longitude: -6.2653 },
    deliveryNote: TEXT,
  });

  await test.step('in the list and its search', async () => {
    await page.goto('/deliveries');
    await expectText(page);
    await page.getByPlaceholder('Search deliveries...').fill(TEXT.slice(0, 40));
    await expect(page.getByRole('tabpanel').getByRole('link')).toHaveCount(2);
    await expectText(page);
  });

  await test.step('in the details, on every tab', async () => {
    await page.goto(`/deliveries/${unpaid.id}`);
    for (const tab of ['Timeline', 'Map', 'Payment', 'Details']) {
      await page.getByRole('tab', { name: tab }).click();
      await expectText(page);
    }
    for (const whole of [TEXT, PLACE])
      await expect(page.getByText(whole, { exact: true }).first()).toBeVisible();
  });

  await test.step('in the edit form and the delete dialog', async () => {
    await chooseAction(page, 'Edit Details');
    await expect(page.getByLabel('Pick-up Location')).toHaveValue(PLACE);
    await expect(page.getByLabel(/Special Instructions/)).toHaveValue(TEXT);
    await expectText(page);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await chooseAction(page, 'Delete');
    await expectText(page, page.getByRole('dialog'));
  });

  await test.step('on the payment page', async () => {
    for (const path of ['payment', 'payment/success', 'payment/cancel']) {
      await page.goto(`/deliveries/${unpaid.id}/${path}`);
      await expectText(page);
    }
  });

  await test.step('on the tracking page', async () => {
    await page.goto(`/tracking?guid=${guid}`);
    await expect(page.getByRole('button', { name: /^Track .*/ }).last()).toBeVisible();
    await expectText(page);
  });
});

test('Markup, text from right to left, emoji and a long word are shown as text on every screen of a request (LAY-09)', async ({
  guest: page,
}) => {
  await page.goto('/');
  await fillPlaces(page, PLACE, `${PLACE}.`);
  await clickContinue(page);
  await page.getByLabel(/Special Instructions/).fill(TEXT);
  await test.step('beside a field for numbers', async () => {
    await page.getByRole('radio', { name: /Custom 1 to/ }).check();
    await page.getByLabel('Custom Weight').fill(TEXT);
    await page.getByLabel('Custom Weight').blur();
    await expectText(page, page.getByRole('status'));
  });
  await clickContinue(page);
  await clickContinue(page);
  await expectText(page);
  await page.getByRole('button', { name: 'Complete Without Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fill in your details' });
  await dialog.getByLabel('First Name').fill(NAME);
  await dialog.getByLabel('Last Name').fill(NAME);
  await dialog.getByLabel('Phone Number').fill('+353 1 555 0100');
  await dialog.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Your request' })).toBeVisible();
  // The page reloads unless it is used.
  await page.keyboard.press('Shift');
  await test.step('on the confirmation', () => expectText(page));
});

test('Markup, text from right to left, emoji and a long word are shown as text in the account (LAY-09)', async ({
  loggedIn: page,
}) => {
  await page.goto('/account');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Full Name').fill(NAME);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Profile updated')).toBeVisible();
  await expectText(page);
  await expect(page.getByText(NAME, { exact: true })).toHaveCount(2);

  await page.getByRole('tab', { name: 'My Addresses' }).click();
  await page.getByRole('button', { name: 'Add New Address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Address' });
  await dialog.getByLabel('Name', { exact: true }).fill(NAME);
  for (const label of ['Street', 'Postal Code', 'City', 'Country']) {
    await dialog.getByLabel(label, { exact: true }).fill(PLACE);
  }
  await dialog.getByRole('button', { name: 'Save Address' }).click();
  await expect(dialog).toBeHidden();
  const card = page.getByRole('tabpanel').getByRole('listitem');
  await expectText(page, card);
  await expect(card.getByRole('heading')).toHaveText(NAME);

  await card.getByRole('button', { name: 'Delete' }).click();
  await expectText(page, page.getByRole('dialog'));
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto('/');
  await test.step('as a saved address in the wizard', () => expectText(page));
});
