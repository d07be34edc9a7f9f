import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Checks that axe finds no violation on the current screen in either theme, after all transitions have ended. */
export async function expectAccessible(page: Page): Promise<void> {
  await transitionsEnd(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await transitionsEnd(page);
    // Otherwise axe opens another page for each result, which takes half of the time. No screen has foreign frames.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    // The themes differ only in their colours.
    const { violations } = await (colorScheme === 'light'
      ? axe.withTags(RULES)
      : axe.withRules('color-contrast')
    ).analyze();
    const found = violations.map(({ id, nodes }) => ({
      id,
      where: nodes.map((node) => node.html.slice(0, 200)),
    }));
    expect(found, `axe, ${colorScheme}, ${page.url()}`).toEqual([]);
  }
}

/** During a fade or a change of colours the contrast is temporarily lower. */
async function transitionsEnd(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // A loading indicator never stops, so its animation is ignored.
    const isEnding = ({ effect, playState }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    return !document.getAnimations().some(isEnding);
  });
}
