import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { clickContinue, fillPlaces } from './support/wizard.ts';

const ENDLESS = 'm'.repeat(2000);
const RIGHT_TO_LEFT = 'شارع الملك فيصل ١٢ (عمارة ٣)، רחוב הרצל 5!';
/** Texts that people type, and how many characters each kind of field accepts. */
const KINDS = {
  'Markup before text from right to left': `<img src=x onerror="globalThis.harm=1"> <script>harm=1</script> <b>&amp;</b> ${RIGHT_TO_LEFT}`,
  'Emoji before a word of 2,000 letters': `${'🌈👩‍👩‍👧‍👦📦'.repeat(4)}${ENDLESS}`.slice(0, ENDLESS.length),
} as const;
const inPlace = (text: string) => text.slice(0, 490);
const inName = (text: string) => text.slice(0, 190);

test.use({ viewport: { width: 320, height: 700 } });

/** Checks that the text is shown as text: it creates no element, runs no code, and does not make the screen wider. */
async function expectText(page: Page, text: string, where: Locator = page.locator('body')): Promise<void> {
  const start = text.slice(0, 12);
  await expect(where.getByText(start).filter({ visible: true }).first()).toBeVisible();
  const seen = await page.evaluate((needle) => {
    const outside: string[] = [];
    let shown = 0;
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const parent = node.parentElement;
      if (!node.textContent?.includes(needle) || !parent?.checkVisibility()) continue;
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

for (const [kind, text] of Object.entries(KINDS)) {
  test(`${kind} is shown as text on every screen of a delivery (LAY-09)`, async ({
    loggedIn: page,
    customer,
    operator,
  }) => {
    test.setTimeout(120_000);
    const place = inPlace(text);
    const unpaid = await customer.createDeliveryRequest({
      pickUpSnapshot: { name: place },
      dropOffSnapshot: { name: `${place}.` },
      deliveryNote: text,
    });
    const { guid } = await operator.createOrder(customer, {
      // Only a delivery whose places are picked can be paid and accepted.
      pickUpSnapshot: { name: place, latitude: 53.3242, longitude: -6.2653 },
      deliveryNote: text,
    });

    await test.step('in the list and its search', async () => {
      await page.goto('/deliveries');
      await expectText(page, text);
      await page.getByPlaceholder('Search deliveries...').fill(text.slice(0, 40));
      await expect(page.getByRole('tabpanel').getByRole('link')).toHaveCount(2);
      await expectText(page, text);
    });

    await test.step('in the details, on every tab', async () => {
      await page.goto(`/deliveries/${unpaid.id}`);
      for (const tab of ['Timeline', 'Map', 'Payment', 'Details']) {
        await page.getByRole('tab', { name: tab }).click();
        await expectText(page, text);
      }
      for (const whole of [text, place])
        await expect(page.getByText(whole, { exact: true }).first()).toBeVisible();
    });

    await test.step('in the edit form and the delete dialog', async () => {
      await page.getByRole('button', { name: 'Edit Details' }).first().click();
      await expect(page.getByLabel('Pick-up Location')).toHaveValue(place);
      await expect(page.getByLabel(/Special Instructions/)).toHaveValue(text);
      await expectText(page, text);
      await page.getByRole('button', { name: 'Cancel', exact: true }).click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await expectText(page, text, page.getByRole('dialog'));
    });

    await test.step('on the payment page', async () => {
      for (const path of ['payment', 'payment/success', 'payment/cancel']) {
        await page.goto(`/deliveries/${unpaid.id}/${path}`);
        await expectText(page, text);
      }
    });

    await test.step('on the tracking page', async () => {
      await page.goto(`/tracking?guid=${guid}`);
      await expect(page.getByRole('button', { name: /^Track .*/ }).last()).toBeVisible();
      await expectText(page, text);
    });
  });

  test(`${kind} is shown as text on every screen of a request (LAY-09)`, async ({ guest: page }) => {
    const place = inPlace(text);
    await page.goto('/');
    await fillPlaces(page, place, `${place}.`);
    await clickContinue(page);
    await page.getByLabel(/Special Instructions/).fill(text);
    await test.step('beside a field for numbers', async () => {
      await page.getByRole('radio', { name: /Custom 1 to/ }).check();
      await page.getByLabel('Custom weight').fill(text);
      await page.getByLabel('Custom weight').blur();
      await expectText(page, text, page.getByRole('status'));
    });
    await clickContinue(page);
    await clickContinue(page);
    await expectText(page, text);
    await page.getByRole('button', { name: 'Complete Without Account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Fill in your details' });
    await dialog.getByLabel('First Name').fill(inName(text));
    await dialog.getByLabel('Last Name').fill(inName(text));
    await dialog.getByLabel('Phone Number').fill('+353 1 555 0100');
    await dialog.getByRole('button', { name: 'Complete', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Your request' })).toBeVisible();
    await test.step('on the confirmation', () => expectText(page, text));
  });

  test(`${kind} is shown as text in the account (LAY-09)`, async ({ loggedIn: page }) => {
    const name = inName(text);
    await page.goto('/account');
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await page.getByLabel('Full Name').fill(name);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Profile updated')).toBeVisible();
    await expectText(page, text);
    await expect(page.getByText(name, { exact: true })).toHaveCount(2);

    await page.getByRole('tab', { name: 'My Addresses' }).click();
    await page.getByRole('button', { name: 'Add New Address' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add New Address' });
    await dialog.getByLabel('Name', { exact: true }).fill(name);
    for (const label of ['Street', 'Postal Code', 'City', 'Country']) {
      await dialog.getByLabel(label, { exact: true }).fill(inPlace(text));
    }
    await dialog.getByRole('button', { name: 'Save Address' }).click();
    await expect(dialog).toBeHidden();
    const card = page.getByRole('tabpanel').getByRole('listitem');
    await expectText(page, text, card);
    await expect(card.getByRole('heading')).toHaveText(name);

    await card.getByRole('button', { name: 'Delete' }).click();
    await expectText(page, text, page.getByRole('dialog'));
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.goto('/');
    await test.step('as a saved address in the wizard', () => expectText(page, text));
  });
}
