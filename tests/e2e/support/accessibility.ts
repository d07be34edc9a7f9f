import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Checks that axe finds no violation on the current screen in either theme, and Equal Access none in the light one,
 * after all transitions have ended.
 */
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
  expect(await equalAccessViolations(page), `Equal Access, ${page.url()}`).toEqual([]);
}

/**
 * The targets below 24 × 24 pixels that neither stand in a sentence nor have as much room around them (WCAG 2.5.8). axe
 * does not apply this rule by its tags alone.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  // The skip link lies over the logo while it has the focus.
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  const { violations, passes } = await new AxeBuilder({ page })
    .setLegacyMode()
    .withRules('target-size')
    .analyze();
  expect(passes.map(({ id }) => id)).toEqual(['target-size']);
  return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html.slice(0, 200)));
}

const EQUAL_ACCESS = readFileSync(
  createRequire(import.meta.url).resolve('accessibility-checker-engine/ace.js'),
  'utf8',
);

/** The violations that IBM's Equal Access engine finds. It knows rules that axe lacks, such as those about names. */
async function equalAccessViolations(page: Page): Promise<string[]> {
  // The engine defines `ace` when it is evaluated.
  await page.evaluate(EQUAL_ACCESS);
  return page.evaluate(async () => {
    type Result = { ruleId: string; value: [string, string]; message: string; snippet: string };
    type Engine = {
      Checker: new () => { check(document: Document, rules: string[]): Promise<{ results: Result[] }> };
    };
    const { Checker } = Reflect.get(window, 'ace') as Engine;
    const { results } = await new Checker().check(document, ['IBM_Accessibility']);
    return results
      .filter(({ value: [level, outcome] }) => level === 'VIOLATION' && outcome === 'FAIL')
      .map(({ ruleId, message, snippet }) => `${ruleId}: ${message} ${snippet}`);
  });
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
