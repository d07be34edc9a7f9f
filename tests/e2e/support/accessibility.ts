import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Axe finds nothing on the current screen, in light and in dark, once its transitions have ended. */
export async function expectAccessible(page: Page): Promise<void> {
  await transitionsEnd(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await transitionsEnd(page);
    const axe = new AxeBuilder({ page });
    // The themes differ in colours alone.
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

/** Halfway through a fade or a change of colours the contrast is lower than the one that people read at. */
async function transitionsEnd(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // A loading indicator turns for ever; it is not waited for.
    const isEnding = ({ effect, playState }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    return !document.getAnimations().some(isEnding);
  });
}
