import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { setTextSize } from './support/cut-texts.ts';

const SCREEN = { width: 360, height: 740 };
const KEYBOARD_PX = 300;
const ABOVE_KEYBOARD = SCREEN.height - KEYBOARD_PX;

for (const textSize of [16, 24]) {
  test(`A place field and its suggestions are above the keyboard of a phone, with text of ${textSize} pixels (LAY-51)`, async ({
    guest: page,
  }) => {
    await page.setViewportSize(SCREEN);
    await page.goto('/');
    await page.locator('html[data-live]').waitFor();
    await setTextSize(page, textSize);
    for (const [label, text] of [
      ['Pick-up Location', 'Dublin'],
      ['Drop-off Location', 'Main Street'],
    ] as const) {
      const field = page.getByLabel(label);
      await field.focus();
      await showKeyboard(page, KEYBOARD_PX);
      await field.pressSequentially(text);
      const options = page.getByRole('option');
      await expect(options.nth(2)).toBeVisible();
      const list = page.getByRole('listbox');
      await expect.poll(() => bottomOf(list)).toBeLessThanOrEqual(ABOVE_KEYBOARD);
      const labelBox = await page.getByText(label, { exact: true }).boundingBox();
      expect(labelBox?.y).toBeGreaterThanOrEqual(64);
      if (textSize === 16) expect(await bottomOf(options.nth(2))).toBeLessThanOrEqual(ABOVE_KEYBOARD);
      // The rest of the list can be scrolled into view.
      await options.last().scrollIntoViewIfNeeded();
      expect(await bottomOf(options.last())).toBeLessThanOrEqual(ABOVE_KEYBOARD);
      await options.first().click();
    }
    await showKeyboard(page, 0);
    await page.getByLabel('Pick-up Location').fill('Dublin');
    await expect(page.getByRole('option').nth(2)).toBeVisible();
    const box = await page.getByRole('listbox').boundingBox();
    expect(box?.height).toBeGreaterThan(200);
  });
}

test('A field that is chosen before the code has arrived also makes room for its suggestions (LAY-51)', async ({
  guest: page,
}) => {
  await page.setViewportSize(SCREEN);
  await page.addInitScript((visible) => {
    Object.defineProperty(visualViewport, 'height', { configurable: true, value: visible });
    new MutationObserver((_, observer) => {
      const field = document.querySelector<HTMLElement>('[role=combobox]');
      if (!field) return;
      observer.disconnect();
      field.focus();
    }).observe(document, { childList: true, subtree: true });
  }, ABOVE_KEYBOARD);
  await page.goto('/');
  const field = page.getByLabel('Pick-up Location');
  await expect(field).toBeFocused();
  await field.pressSequentially('Dublin');
  await expect(page.getByRole('option').nth(2)).toBeVisible();
  await expect.poll(() => bottomOf(page.getByRole('listbox'))).toBeLessThanOrEqual(ABOVE_KEYBOARD);
});

/** Chromium without a screen has no such keyboard. It makes the visual viewport lower and leaves the page as it is. */
async function showKeyboard(page: Page, height: number): Promise<void> {
  await page.evaluate((visible) => {
    const viewport = window.visualViewport;
    if (!viewport) throw new Error('The browser has no visual viewport');
    Object.defineProperty(viewport, 'height', { configurable: true, value: visible });
    viewport.dispatchEvent(new Event('resize'));
  }, SCREEN.height - height);
}

async function bottomOf(locator: Locator): Promise<number> {
  const box = await locator.boundingBox();
  return box ? box.y + box.height : Number.POSITIVE_INFINITY;
}
