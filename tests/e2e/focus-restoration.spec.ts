import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { NETWORK_ERROR } from './support/error-monitor.ts';
import { seedIndexedDb } from './support/seed-indexeddb.ts';
import { completeAsCustomer, completeSummaryAsGuest, FROM, SENDING, TO } from './support/submit.ts';
import { goToSummary } from './support/wizard.ts';

test('Closing a dialog returns the focus to the element that opened it, the first time too (LAY-06)', async ({
  guest: page,
}) => {
  await page.goto('/');
  const login = page.getByRole('banner').getByRole('button', { name: 'Account', exact: true });
  for (const _ of ['the first time', 'again']) {
    await login.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(login).toBeFocused();
  }
});

test('Closing the menu of a phone returns the focus (LAY-06)', async ({ guest: page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  const menu = page.getByRole('button', { name: 'Open menu' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Tracking' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(menu).toBeFocused();
});

test('The heading that takes the focus after a navigation shows no ring (LAY-10)', async ({
  guest: page,
}) => {
  await page.goto('/');
  await expect(page.locator('html[data-live]')).toBeVisible();
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' });
  await link.focus();
  await expect(link).not.toHaveCSS('outline-style', 'none');
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { level: 1, name: 'Frequently Asked Questions' });
  await expect(heading).toBeFocused();
  await expect(heading).toHaveCSS('outline-style', 'none');
});

test('A button that was pressed with the keyboard keeps the focus while it loads and after it has failed (LAY-10)', async ({
  loggedIn: page,
  customer,
  errorMonitor,
}) => {
  errorMonitor.allow(NETWORK_ERROR, /status of 500/);
  const { id } = await customer.createDeliveryRequest();
  let respond = (): void => undefined;
  const isAllowed = new Promise<void>((resolve) => {
    respond = resolve;
  });
  let posts = 0;
  await page.route('**/api/**', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    posts += 1;
    await isAllowed;
    await route.fulfill({ status: 500, json: { title: 'INTERNAL_ERROR' } });
  });
  await page.goto(`/deliveries/${id}/payment`);
  const pay = page.getByRole('button', { name: /^Pay €/ });
  await expect(pay).toBeEnabled();
  await pay.focus();
  await page.keyboard.press('Enter');
  await expect(pay).toBeDisabled();
  await expect(pay).toBeFocused();
  await page.keyboard.press('Enter');
  respond();
  await expect(page.getByText('Something went wrong with the server')).toBeVisible();
  await expect(pay).toBeEnabled();
  await expect(pay).toBeFocused();
  expect(posts).toBe(1);
});

test('A control that does nothing while it works keeps the focus (LAY-10)', async ({
  loggedIn: page,
  context,
  errorMonitor,
}) => {
  errorMonitor.allow(NETWORK_ERROR, /status of 50\d/);
  let respond = (): void => undefined;
  let isAllowed = Promise.resolve();
  await page.route('**/api/**', async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    await isAllowed;
    await route.fulfill({ status: 503, json: { title: 'UNAVAILABLE' } });
  });
  const pressAndFail = async (control: Locator, key: string) => {
    isAllowed = new Promise<void>((resolve) => {
      respond = resolve;
    });
    await control.focus();
    await page.keyboard.press(key);
    await expect(control).toBeDisabled();
    await expect(control).toBeFocused();
    respond();
    await expect(control).toBeEnabled();
    await expect(control).toBeFocused();
  };
  await test.step('the switch for emails', async () => {
    await page.goto('/account');
    await pressAndFail(page.getByRole('switch', { name: /^Email me/ }), 'Space');
  });
  await test.step('Retry now of a waiting request', async () => {
    await page.goto('/');
    await completeAsCustomer(page, FROM, TO);
    await expect(page.getByText(SENDING).first()).toBeVisible();
    await pressAndFail(page.getByRole('button', { name: /^Retry now/ }), 'Enter');
  });
  await test.step('Try now of the banner', async () => {
    await context.setOffline(true);
    const tryNow = page.getByRole('button', { name: /^Try/ });
    await tryNow.focus();
    await page.keyboard.press('Enter');
    await expect(tryNow).toBeFocused();
  });
});

test('After a login over the page of a delivery its heading has the focus (LAY-10)', async ({
  loggedIn: page,
  customer,
  errorMonitor,
}) => {
  errorMonitor.allow(/status of 401/);
  const { id } = await customer.createDeliveryRequest();
  await page.goto(`/deliveries/${id}/payment`);
  const pay = page.getByRole('button', { name: /^Pay €/ });
  await expect(pay).toBeEnabled();
  await page.waitForLoadState('networkidle');
  const password = await customer.changePassword();
  await pay.click();
  const dialog = page.getByRole('dialog', { name: 'Login to Your Account' });
  await dialog.getByLabel('Email').fill(customer.user.email);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(pay).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Payment' })).toBeFocused();
});

test('The name of a template has the focus when its dialog opens, the first time too, and Request another delivery moves the focus to the heading of the wizard (LAY-06, LAY-10)', async ({
  guest: page,
}) => {
  await page.goto('/');
  await goToSummary(page, FROM, TO);
  await page.getByRole('button', { name: 'Save as template' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Template Name' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await completeSummaryAsGuest(page, 'Byrne');
  const another = page.getByRole('button', { name: 'Request another delivery' });
  await expect(page.getByRole('heading', { name: 'We received your request' })).toBeFocused();
  await another.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Request a Delivery' })).toBeFocused();
});

test('A button that disappears with its press leaves the focus on the heading of its section, or of the page (LAY-06)', async ({
  guest: page,
}) => {
  const draftTo = (name: string, step: string) => {
    const fields = { pickUp: { name: FROM }, dropOff: { name } };
    return { id: randomUUID(), updatedAt: Date.now(), step, fields };
  };
  const open = draftTo('Open, Howth', 'package');
  const drafts = [open, draftTo('First, Howth', 'locations'), draftTo('Second, Howth', 'locations')];
  const stored = { state: { drafts, currentId: open.id }, version: 1 };
  await seedIndexedDb(page, { 'send-stores': { store: 'slices', rows: { drafts: stored } } });
  await page.goto('/');
  const press = async (name: string | RegExp) => {
    await page.getByRole('button', { name }).focus();
    await page.keyboard.press('Enter');
  };
  await press('Start again');
  await expect(page.getByRole('heading', { name: 'Step 1 of 4: Locations' })).toBeFocused();
  for (const name of [/^Discard .*First/, /^Discard .*Second/]) {
    await press(name);
    await expect(page.getByRole('heading', { name: 'Resume your request' })).toBeFocused();
  }
  // The list ends with its last row.
  await press('Undo');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
