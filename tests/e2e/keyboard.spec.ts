import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { CARDS } from './support/checkout.ts';
import { Keyboard } from './support/keyboard.ts';
import { step } from './support/wizard.ts';

test('Without a mouse a customer orders a delivery and pays for it (LAY-10)', async ({ loggedIn: page }) => {
  const keys = new Keyboard(page);
  const go = async (name: string) => {
    await keys.tabTo(page.getByRole('button', { name, exact: true }));
    await keys.press('Enter');
  };
  await page.goto('/');

  await test.step('skips the header', async () => {
    await expect(page.getByLabel('Pick-up Location')).toBeEnabled();
    await keys.tabTo(page.getByRole('link', { name: 'Skip to content' }));
    await keys.press('Enter');
  });

  await test.step('types one place and chooses the other from the list', async () => {
    await keys.tabTo(page.getByLabel('Pick-up Location'));
    await keys.type('12 Leinster Road, Dublin');
    await keys.press('Escape');
    const dropOff = page.getByLabel('Drop-off Location');
    await keys.tabTo(dropOff);
    await keys.type('Howth');
    await expect(page.getByRole('option').first()).toHaveText(/Howth/);
    await keys.press('ArrowDown');
    await keys.press('Enter');
    await expect(dropOff).toHaveValue(/Howth/);
    await expect(page.getByRole('option')).toHaveCount(0);
    await go('Continue');
  });

  await test.step('chooses by arrow keys and switches by space', async () => {
    await expect(step(page, 'Package')).toBeVisible();
    await expect(page.getByRole('heading', { name: /Package$/ })).toBeFocused();
    await keys.tabTo(page.getByLabel('Category'));
    await keys.press('f');
    await keys.tabTo(page.getByRole('radio', { name: /Light/ }));
    await keys.press('ArrowRight');
    await expect(page.getByRole('radio', { name: /Heavy/ })).toBeChecked();
    await keys.tabTo(page.getByRole('switch', { name: /Fragile/ }));
    await keys.press('Space');
    await expect(page.getByRole('switch', { name: /Fragile/ })).toBeChecked();
    await keys.tabTo(page.getByLabel(/Special Instructions/));
    await keys.press('Control+End');
    await keys.type('\nTwo flights of stairs.');
    await go('Continue');
    await expect(step(page, 'Delivery')).toBeVisible();
    await keys.tabTo(page.getByRole('radio', { name: /Standard/ }));
    await keys.press('ArrowDown');
    await expect(page.getByRole('radio', { name: /Express/ })).toBeChecked();
    await go('Continue');
  });

  await test.step('reads the summary, completes, and pays', async () => {
    await expect(page.getByRole('main')).toContainText('Category: Flowers');
    await expect(page.getByRole('main')).toContainText('Two flights of stairs.');
    await go('Complete Request');
    await page.waitForURL(/\/sandbox\/checkout\//);
    for (const [label, text] of [
      ['Card number', CARDS.good],
      ['Expiry', '12 / 34'],
      ['CVC', '123'],
      ['Cardholder name', 'Aoife Brennan'],
    ] as const) {
      await keys.tabTo(page.getByLabel(label));
      await keys.type(text);
    }
    await keys.tabTo(page.getByRole('button', { name: /^Pay/ }));
    await keys.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Payment Successful' })).toBeVisible();
  });
});

test('Without a mouse a guest logs in by the dialog, which traps the focus (LAY-10)', async ({
  guest: page,
  customer,
}) => {
  const keys = new Keyboard(page);
  await page.goto('/faq');
  await keys.tabTo(page.getByRole('banner').getByRole('button', { name: 'Account', exact: true }));
  await keys.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Login to Your Account' });
  await expect(dialog.getByLabel('Email')).toBeFocused();
  for (let n = 0; n < 12; n += 1) {
    await keys.press('Tab');
    expect(await dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true);
  }
  await keys.tabTo(dialog.getByLabel('Email'));
  await keys.type(customer.user.email);
  await keys.tabTo(dialog.getByLabel('Password', { exact: true }));
  await keys.type(customer.password);
  await keys.press('Enter');
  await expect(page.getByText('Login successful')).toBeVisible();
  await expect(dialog).toBeHidden();
  // The element that opened the dialog no longer exists, so the focus is where it would be after a navigation.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('Without a mouse a customer adds, edits and deletes an address (LAY-10)', async ({ loggedIn: page }) => {
  const keys = new Keyboard(page);
  const dialog = page.getByRole('dialog');
  const button = (name: string) => page.getByRole('tabpanel').getByRole('button', { name, exact: true });
  await page.goto('/account');
  await keys.tabTo(page.getByRole('tab', { name: 'Profile' }));
  await keys.press('ArrowDown');
  await expect(page.getByRole('tab', { name: 'My Addresses' })).toBeFocused();
  await keys.press('Enter');

  await test.step('adds one', async () => {
    await keys.tabTo(button('Add New Address'));
    await keys.press('Enter');
    for (const [label, text] of [
      ['Name', 'Granny'],
      ['Street', '3 Abbey Street'],
      ['Postal Code', 'D13'],
      ['City', 'Howth'],
      ['Country', 'Ireland'],
    ] as const) {
      await keys.tabTo(dialog.getByLabel(label, { exact: true }));
      await keys.type(text);
    }
    await keys.press('Enter');
    await expect(dialog).toHaveCount(0);
    // The button that offered to add the first address no longer exists.
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await keys.tabTo(button('Add New Address'));
    await keys.press('Enter');
    await expect(dialog.getByLabel('Name', { exact: true })).toBeVisible();
    await keys.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button('Add New Address')).toBeFocused();
  });

  await test.step('edits it', async () => {
    await keys.tabTo(button('Edit Granny'));
    await keys.press('Enter');
    await keys.tabTo(dialog.getByLabel('Street'));
    await keys.press('End');
    await keys.type(', first floor');
    await keys.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByText('3 Abbey Street, first floor')).toBeVisible();
    await expect(button('Edit Granny')).toBeFocused();
  });

  await test.step('confirms before an edit is discarded, and the focus returns', async () => {
    await keys.press('Enter');
    const street = dialog.getByLabel('Street');
    await keys.tabTo(street);
    await keys.type('x');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await keys.press('Escape');
    await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused();
    await keys.press('Enter');
    await expect(question).toBeHidden();
    await expect(street).toBeFocused();
    await keys.press('Escape');
    await keys.tabTo(question.getByRole('button', { name: 'Leave' }));
    await keys.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(button('Edit Granny')).toBeFocused();
  });

  await test.step('makes it the default, changes their mind about deleting it, and deletes it', async () => {
    const radio = page.getByRole('radio', { name: 'Default Pick-up' });
    await keys.tabTo(radio);
    await keys.press('Space');
    await expect(page.getByText('Default pick-up address updated')).toBeVisible();
    await keys.tabTo(button('Delete Granny'));
    await keys.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await keys.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(button('Delete Granny')).toBeFocused();
    await keys.press('Enter');
    await keys.tabTo(dialog.getByRole('button', { name: 'Delete' }));
    await keys.press('Enter');
    await expect(page.getByText('No addresses yet')).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });
});

test('Without a mouse a guest uses the menu of a small screen and the questions of the FAQ (LAY-10)', async ({
  guest: page,
}) => {
  const keys = new Keyboard(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  const menu = page.getByRole('button', { name: 'Open menu' });
  await keys.tabTo(menu);
  await keys.press('Enter');
  await keys.tabTo(page.getByRole('dialog').getByRole('link', { name: 'FAQ' }));
  await keys.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /Frequently/ })).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const question = page.getByRole('main').getByRole('button', { expanded: false }).first();
  const name = (await question.textContent()) ?? '';
  await keys.tabTo(question);
  await keys.press('Enter');
  const same = page.getByRole('main').getByRole('button', { name });
  await expect(same).toHaveAttribute('aria-expanded', 'true');
  await keys.press('Space');
  await expect(same).toHaveAttribute('aria-expanded', 'false');

  await keys.tabTo(menu);
  await keys.press('Enter');
  await keys.tabTo(page.getByRole('dialog').getByRole('link', { name: 'Tracking' }));
  await keys.press('Escape');
  await expect(menu).toBeFocused();
});

test('Every tab stop of a guest has a visible focus indicator (LAY-10)', async ({
  guest: page,
  errorMonitor,
}) => {
  test.setTimeout(180_000);
  errorMonitor.allow(/status of 404/);
  await expectFocusRings(page, {
    '/': 'Price from',
    '/tracking': 'Read the FAQ',
    '/faq': 'Contact Support',
    '/deliveries': 'Register',
    '/account': 'Protect my data',
    '/auth/login': 'Forgot password?',
    '/auth/register': 'Register',
    '/terms-and-conditions': 'support@send.example',
    '/privacy-policy': 'Data Protection Commission',
    '/no/such/page': 'Go to Home',
  });
});

test('Every tab stop of a customer has a visible focus indicator (LAY-10)', async ({
  loggedIn: page,
  customer,
  operator,
}) => {
  test.setTimeout(180_000);
  const { id } = await customer.createDeliveryRequest();
  const order = await operator.createOrder(customer);
  await customer.saveAddress();
  await expectFocusRings(page, {
    '/': 'Price from',
    '/deliveries': 'Send again: Dublin to Howth',
    [`/deliveries/${id}?tab=details`]: 'Actions for this delivery',
    [`/deliveries/${id}?tab=timeline`]: 'Actions for this delivery',
    [`/deliveries/${id}?tab=map`]: 'Zoom in',
    [`/deliveries/${id}?tab=payment`]: 'Payment options',
    [`/deliveries/${id}/payment`]: 'Pay €',
    [`/deliveries/${order.id}/payment/success`]: 'View Delivery Details',
    [`/deliveries/${id}/payment/cancel`]: 'View Delivery Details',
    [`/tracking?guid=${order.guid}`]: 'Share tracking',
    '/account': 'Change Password',
    '/account?tab=addresses': 'Delete',
    '/account?tab=billing': 'Add New Card',
  });
});

/** Walks through each screen with Tab once all that it loads has arrived. One of the stops is the screen's own. */
async function expectFocusRings(page: Page, ownStops: Record<string, string>): Promise<void> {
  const keys = new Keyboard(page);
  for (const [path, ownStop] of Object.entries(ownStops)) {
    await page.goto(path);
    // Until hydration a customer's page is a skeleton without anything to focus, and what arrives later moves the rest.
    await expect(page.locator('html[data-live]')).toBeVisible();
    const [link, button] = [
      page.getByRole('link', { name: ownStop }),
      page.getByRole('button', { name: ownStop }),
    ];
    await expect(link.or(button).first()).toBeEnabled();
    await page.waitForLoadState('networkidle');
    expect((await keys.tabThrough()).join(', '), path).toContain(ownStop);
  }
}
