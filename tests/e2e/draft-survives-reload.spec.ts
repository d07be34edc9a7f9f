import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectStored } from './support/device.ts';
import { clickContinue, fillPlaces, step } from './support/wizard.ts';

/**
 * Records which of these a frame of the next pages shows, until the step of the draft appears. They wait for the draft
 * as long as a busy machine needs.
 */
async function recordFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const start = window.setTimeout;
    const waitLonger = (handler: TimerHandler, ms = 0, ...args: unknown[]) =>
      start(handler, ms === 1000 ? 60_000 : ms, ...args);
    Object.assign(window, { setTimeout: waitLonger });
    const seen = new Set<string>();
    Object.assign(window, { seenFrames: seen });
    const isVisible = (element: Element | null | undefined) =>
      element?.checkVisibility({ visibilityProperty: true }) === true;
    const look = () => {
      if (isVisible(document.querySelector('[data-end="pickUp"]'))) seen.add('first step');
      if (document.body?.innerText.includes('Loading...')) seen.add('loading');
      if (document.body?.innerText.includes('Resume your request')) seen.add('list of drafts');
      if (isVisible(document.querySelector('textarea'))) seen.add('step of the draft');
      else requestAnimationFrame(look);
    };
    look();
  });
}

function seenFrames(page: Page): Promise<string[]> {
  return page.evaluate(() => [...(window as unknown as { seenFrames: Set<string> }).seenFrames]);
}

test('The draft of a guest and its step survive a reload and a new start, which show nothing else (LAY-58)', async ({
  guest: page,
}) => {
  await page.goto('/');
  await fillPlaces(page, '1 Grafton Street, Dublin', '9 Quay Street, Galway');
  await clickContinue(page);
  await page.getByRole('radio', { name: /Heavy/ }).check();
  await page.getByLabel(/Special Instructions/).fill('Call before you come.');
  await expect(step(page, 'Package')).toBeVisible();
  await expectStored(page, 'Call before you come.');

  await recordFrames(page);
  for (const open of [() => page.reload(), () => page.goto('/')]) {
    await open();
    await expect(step(page, 'Package')).toBeVisible();
    await expect(page.getByRole('radio', { name: /Heavy/ })).toBeChecked();
    await expect(page.getByLabel(/Special Instructions/)).toHaveValue('Call before you come.');
    expect(await seenFrames(page)).toEqual(['step of the draft']);
  }

  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByLabel('Pick-up Location')).toHaveValue('1 Grafton Street, Dublin');
  await expect(page.getByLabel('Drop-off Location')).toHaveValue('9 Quay Street, Galway');
});

test('A draft that the device does not read leaves the first step usable (LAY-58)', async ({
  guest: page,
}) => {
  await page.goto('/');
  await fillPlaces(page, '1 Grafton Street, Dublin', '9 Quay Street, Galway');
  await expect(page.locator('html[data-marks~=draft]')).toBeVisible();
  await page.addInitScript(() => {
    // No request to the database ever ends.
    Object.assign(IDBFactory.prototype, { open: () => ({ addEventListener: () => undefined }) });
  });
  await page.reload();
  await expect(page.getByLabel('Pick-up Location')).toBeVisible();
  await page.getByLabel('Pick-up Location').fill('4 Dame Street, Dublin');
  await expect(page.getByLabel('Pick-up Location')).toHaveValue('4 Dame Street, Dublin');
});

test("The browser's Back goes one step back and loses nothing", async ({ guest: page }) => {
  await page.goto('/');
  await fillPlaces(page, '1 Grafton Street, Dublin', '9 Quay Street, Galway');
  await clickContinue(page);
  await clickContinue(page);
  await expect(step(page, 'Delivery')).toBeVisible();
  await page.goBack();
  await expect(step(page, 'Package')).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Pick-up Location')).toHaveValue('1 Grafton Street, Dublin');
});

test('A link fills in the whole request (WIZ-03)', async ({ guest: page }) => {
  const query = new URLSearchParams({
    p: '4 Dame Street, Dublin',
    d: 'Cork Railway Station',
    pLat: '53.3441',
    pLng: '-6.2675',
    dLat: '51.9015',
    dLng: '-8.4580',
    c: 'personal-move',
    pmd: '2026-12-24',
    pmt: '09:30',
    isMP: 'true',
    isVL: '1',
    s: 'Mind the piano.',
    o: 'same-day',
    isP: 'yes',
    isF: 'true',
  });
  await page.goto(`/?${query}`);
  await expect(page.getByLabel('Pick-up Location')).toHaveValue('4 Dame Street, Dublin');
  await expect(page.getByLabel('Drop-off Location')).toHaveValue('Cork Railway Station');
  await clickContinue(page);
  await expect(page.getByRole('switch', { name: /Fragile/ })).toBeChecked();
  const instructions = page.getByLabel(/Special Instructions/);
  await expect(instructions).toHaveValue(/Category: Personal Move/);
  await expect(instructions).toHaveValue(/Mind the piano\./);
  await expect(instructions).toHaveValue(/Two people needed/);
  await expect(instructions).toHaveValue(/Van with lift needed/);
  await clickContinue(page);
  await expect(page.getByRole('radio', { name: /Same day/ })).toBeChecked();
  await expect(page.getByRole('switch', { name: /Priority Handling/ })).toBeChecked();
});
