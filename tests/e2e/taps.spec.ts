import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { boxOf } from './support/boxes.ts';
import { FROM, TO } from './support/submit.ts';
import { clickContinue, expectRendered, fillPlaces, step } from './support/wizard.ts';

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

/** Counts what a user of a phone does, and types only into the field that has the focus. */
function phoneOf(page: Page) {
  const count = { taps: 0, keys: 0 };
  return {
    count,
    tap: async (target: Locator) => {
      count.taps++;
      await target.tap();
    },
    type: async (field: Locator, text: string) => {
      await expect(field).toBeFocused();
      count.keys += text.length;
      await page.keyboard.type(text);
    },
    /** Enter, or Tab for the key of the keyboard that goes to the next field. */
    press: async (field: Locator, key: 'Enter' | 'Tab') => {
      await expect(field).toBeFocused();
      count.keys++;
      await page.keyboard.press(key);
    },
  };
}

/** The suggestion that begins with a text. */
const suggestion = (page: Page, text: RegExp) => page.getByRole('option', { name: text }).first();

test('A guest orders with eight taps (LAY-55)', async ({ guest: page }) => {
  const { count, tap, type, press } = phoneOf(page);
  await page.goto('/');
  await tap(page.getByLabel('Pick-up Location'));
  await type(page.getByLabel('Pick-up Location'), 'malahide');
  await tap(suggestion(page, /Malahide/));
  await type(page.getByLabel('Drop-off Location'), 'howth');
  await tap(suggestion(page, /Howth/));
  for (const step of ['Package', 'Delivery', 'Summary']) {
    await tap(page.getByRole('button', { name: 'Continue', exact: true }));
    await expect(page.getByRole('heading', { name: new RegExp(`: ${step}$`) })).toBeVisible();
    await expectRendered(page);
  }
  await tap(page.getByRole('button', { name: 'Complete Without Account' }));
  await type(page.getByLabel('First Name'), 'Niamh');
  await expect(page.getByLabel('First Name')).toHaveAttribute('enterkeyhint', 'next');
  await press(page.getByLabel('First Name'), 'Enter');
  await type(page.getByLabel('Last Name'), 'Byrne');
  await press(page.getByLabel('Last Name'), 'Enter');
  await type(page.getByLabel('Email'), 'niamh@example.ie');
  await tap(page.getByRole('button', { name: 'Complete', exact: true }));
  await expect(page.getByRole('heading', { name: 'We received your request' })).toBeVisible();
  expect(count).toEqual({ taps: 8, keys: 41 });
});

test('A customer with a default pick-up orders and pays with six taps (LAY-55)', async ({
  loggedIn: page,
  customer,
}) => {
  await customer.saveAddress({ isDefaultPickUp: true });
  const { count, tap, type, press } = phoneOf(page);
  await page.goto('/');
  await expect(page.getByLabel('Pick-up Location')).toHaveValue(/Leinster Road/);
  await tap(page.getByLabel('Drop-off Location'));
  await type(page.getByLabel('Drop-off Location'), 'howth');
  await tap(suggestion(page, /Howth/));
  await tap(page.getByRole('button', { name: 'Fast forward' }));
  await tap(page.getByRole('button', { name: 'Complete Request' }));
  await tap(page.getByLabel('Card number'));
  await type(page.getByLabel('Card number'), '4242424242424242');
  await press(page.getByLabel('Card number'), 'Tab');
  await type(page.getByLabel('Expiry'), '1234');
  await press(page.getByLabel('Expiry'), 'Tab');
  await type(page.getByLabel('CVC'), '123');
  await press(page.getByLabel('CVC'), 'Tab');
  await type(page.getByLabel('Cardholder name'), 'Aoife Brennan');
  await tap(page.getByRole('button', { name: /^Pay €/ }));
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  expect(count).toEqual({ taps: 6, keys: 44 });
});

test('A customer sends a delivery again with two taps (LAY-55, PRD-87)', async ({
  loggedIn: page,
  customer,
}) => {
  await customer.createDeliveryRequest();
  const { count, tap } = phoneOf(page);
  await page.goto('/deliveries');
  await tap(page.getByRole('button', { name: /^Send again: / }));
  await tap(page.getByRole('button', { name: 'Complete Request' }));
  await expect(page.getByRole('button', { name: /^Pay €/ })).toBeVisible();
  expect(count).toEqual({ taps: 2, keys: 0 });
});

test('A double tap on Back goes one step back on a slow phone (WIZ-17)', async ({ guest: page }) => {
  await page.goto('/faq');
  await page.goto('/');
  await fillPlaces(page, FROM, TO);
  await clickContinue(page);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.getByRole('button', { name: 'Back', exact: true }).dblclick();
  await expectRendered(page);
  await expect(step(page, 'Locations')).toBeVisible();
  await expect(page.getByLabel('Pick-up Location')).toHaveValue(FROM);
  await page.goForward();
  await expect(step(page, 'Package')).toBeVisible();
});

test('A tap on any part of Swap direction swaps the places (LAY-50)', async ({ guest: page }) => {
  await page.goto('/');
  await fillPlaces(page, FROM, TO);
  const { x, y, width, height } = await boxOf(page.getByRole('button', { name: 'Swap direction' }));
  const centre = x + width / 2;
  await page.touchscreen.tap(centre, y + height / 2);
  await expect(page.getByLabel('Pick-up Location')).toHaveValue(TO);
  await page.touchscreen.tap(centre, y + 2);
  await expect(page.getByLabel('Pick-up Location')).toHaveValue(FROM);
  await page.touchscreen.tap(centre, y + height - 2);
  await expect(page.getByLabel('Pick-up Location')).toHaveValue(TO);
});
