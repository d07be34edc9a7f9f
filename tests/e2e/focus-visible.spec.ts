import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { clickContinue, fillPlaces } from './support/wizard.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const MAX_TAB_STOPS = 60;

/** Tabs through the page and returns what had the focus while the bar at the bottom or the header covered it. */
async function coveredStops(page: Page): Promise<string[]> {
  const covered: string[] = [];
  for (let stop = 0; stop < MAX_TAB_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return null;
      const { left, top, width, height } = focused.getBoundingClientRect();
      // A native radio or switch lies over its tile, whose middle is then what a person looks at.
      const x = Math.min(left + width / 2, innerWidth - 1);
      const isVisibleAt = (y: number) => {
        const hit = document.elementFromPoint(x, y);
        return (
          hit !== null && (focused.contains(hit) || hit.contains(focused) || hit.closest('label') !== null)
        );
      };
      const edge = Math.min(4, height / 2);
      const isVisible = isVisibleAt(top + edge) && isVisibleAt(top + height - edge);
      return isVisible
        ? ''
        : `${focused.tagName} ${focused.textContent || focused.getAttribute('aria-label')}`;
    });
    if (name === null) break;
    if (name !== '') covered.push(name);
  }
  return covered;
}

test('The bars cover no focused element and scroll on a low screen; forced colours show a switch (LAY-12, LAY-37)', async ({
  guest: page,
}) => {
  test.setTimeout(90_000);
  await page.goto('/');
  await fillPlaces(page, '12 Leinster Road, Dublin', '3 Abbey Street, Howth');
  await clickContinue(page);
  const continueButton = page.getByRole('button', { name: 'Continue', exact: true });
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport);
    await page.getByRole('heading', { level: 1 }).focus();
    expect(await coveredStops(page), `${viewport.width} × ${viewport.height}`).toEqual([]);
  }

  // Forced colours leave only borders and the system's own colours.
  await page.emulateMedia({ forcedColors: 'active' });
  const track = page.locator('.mantine-Switch-track');
  const lookOf = () =>
    track.evaluate((element) => {
      const { borderTopStyle, backgroundColor } = getComputedStyle(element);
      return [borderTopStyle, backgroundColor];
    });
  const off = await lookOf();
  expect(off[0]).toBe('solid');
  await page.getByRole('switch', { name: 'Fragile' }).check();
  await expect.poll(lookOf).not.toEqual(off);
  await page.emulateMedia({ forcedColors: 'none' });

  // At a zoom of 400 % a screen of 1280 × 1024 has this size.
  await page.setViewportSize({ width: 320, height: 256 });
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(continueButton).not.toBeInViewport();
  await page.evaluate(() => window.scrollTo(0, 200));
  await expect(page.getByRole('banner')).not.toBeInViewport();
});
