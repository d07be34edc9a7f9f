import { randomUUID } from 'node:crypto';
import { expect, test } from './fixtures.ts';
import { CARDS, payByCard } from './support/checkout.ts';
import { cutTexts, setTextSize } from './support/cut-texts.ts';
import { goToSummary } from './support/wizard.ts';

test('A guest orders and pays without an account, has a receipt, and tracks the package by number (PRD-01, PAY-71, PAY-77)', async ({
  guest: page,
  operator,
}) => {
  const lastName = `Byrne ${randomUUID().slice(0, 8)}`;
  await page.goto('/');
  await goToSummary(page, '8 Merrion Square, Dublin', '21 Main Street, Bray');

  await test.step('sees the advantages of logging in', async () => {
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
  });

  let reload: Promise<unknown> | undefined;
  await test.step('must enter both names and may leave the other fields empty', async () => {
    await page.getByRole('button', { name: 'Complete Without Account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Fill in your details' });
    await dialog.getByRole('button', { name: 'Complete', exact: true }).click();
    await expect(dialog.getByLabel('First Name')).toHaveAccessibleDescription('First name is required');
    await dialog.getByLabel('First Name').fill('Ciarán');
    await dialog.getByLabel('Last Name').fill(lastName);
    await dialog.getByRole('button', { name: 'Complete', exact: true }).click();
    await expect(dialog.getByText('Add an email address or a phone number?')).toBeVisible();
    reload = page.waitForEvent('load');
    await dialog.getByRole('button', { name: 'Complete', exact: true }).click();
    await expect(page.getByText('Delivery created')).toBeVisible();
    await expect(dialog).toBeHidden();
  });

  await test.step('sees the confirmation, also after the page has reloaded', async () => {
    const heading = page.getByRole('heading', { name: 'We received your request' });
    await expect(heading).toBeVisible();
    await reload;
    await expect(heading).toBeVisible();
    await expect(page.getByRole('region', { name: 'Your request' })).toContainText('Merrion Square');
  });

  const guid = await test.step('pays once the request is accepted', async () => {
    const paymentUrl = await operator.acceptGuest(lastName);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Your request is accepted' })).toBeVisible();
    await page.getByRole('link', { name: /^Pay €/ }).click();
    await expect(page).toHaveURL(paymentUrl);
    await page.getByRole('button', { name: /^Pay €/ }).click();
    await page.getByRole('link', { name: 'Cancel and return' }).click();
    await expect(page.getByText('Payment Canceled')).toBeVisible();
    await page.getByRole('button', { name: /^Pay €/ }).click();
    await page.getByLabel('Email').fill('ciaran@example.ie');
    await payByCard(page, CARDS.good);
    await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible();
    const viewport = page.viewportSize();
    await page.setViewportSize({ width: 360, height: 740 });
    const next = await page.getByRole('link', { name: 'Track Package' }).boundingBox();
    const tabs = await page.getByRole('navigation', { name: 'Main pages' }).boundingBox();
    expect((next?.y ?? 740) + (next?.height ?? 0), 'the next action is in sight').toBeLessThan(tabs?.y ?? 0);
    if (viewport) await page.setViewportSize(viewport);
    const opening = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'View receipt' }).click();
    const receipt = await opening;
    await expect(receipt.getByRole('heading', { name: 'Receipt' })).toBeVisible();
    await receipt.setViewportSize({ width: 360, height: 740 });
    await setTextSize(receipt, 32);
    await expect(receipt.getByText('VAT 23%')).toHaveCSS('font-size', '32px');
    expect(await cutTexts(receipt)).toEqual([]);
    await receipt.close();
    const number = page.getByRole('definition').filter({ hasText: /^[0-9a-f-]{36}$/ });
    return (await number.textContent()) ?? '';
  });

  await test.step('tracks the package by its number', async () => {
    await page.goto('/tracking');
    const track = page.getByRole('button', { name: 'Track Package' });
    await expect(track).toBeDisabled();
    await page.getByLabel(/Tracking number/i).fill(`  ${guid} `);
    await track.click();
    await expect(page.getByText('Accepted').first()).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(lastName);
  });
});

test('A guest who tracks an unknown number sees no result', async ({ guest: page, errorMonitor }) => {
  errorMonitor.allow(/status of 404/);
  await page.goto(`/tracking?guid=${randomUUID()}`);
  await expect(page.getByText('The order does not exist').first()).toBeVisible();
});
