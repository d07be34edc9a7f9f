import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

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
    // The themes differ only in their colours.
    const found = await runAxe(
      page,
      colorScheme === 'light' ? { type: 'tag', values: RULES } : { type: 'rule', values: ['color-contrast'] },
    );
    expect(found.violations, `axe, ${colorScheme}, ${page.url()}`).toEqual([]);
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
  const { violations, passed } = await runAxe(page, { type: 'rule', values: ['target-size'] });
  expect(passed).toEqual(['target-size']);
  return violations.flatMap(({ where }) => where);
}

const readEngine = (path: string) => readFileSync(createRequire(import.meta.url).resolve(path), 'utf8');
const AXE = readEngine('axe-core/axe.min.js');
const EQUAL_ACCESS = readEngine('accessibility-checker-engine/ace.js');

/**
 * Evaluates an engine in the page, which takes longer than many of its checks, unless an earlier check has done so.
 * Without Playwright's own `evaluate`, which repeats the source as an argument, it takes two thirds of the time.
 * @param name the global variable that the engine defines
 */
async function loadEngine(page: Page, name: string, source: string): Promise<void> {
  const isLoaded = await page.evaluate((variable) => variable in window, name);
  if (isLoaded) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: source });
  await session.detach();
}

type AxeResult = {
  violations: { id: string; where: string[] }[];
  /** The rules that at least one element meets. */
  passed: string[];
};

/** Runs axe in the page itself. Its builder for Playwright evaluates the engine twice for each run. */
async function runAxe(page: Page, runOnly: axe.RunOnly): Promise<AxeResult> {
  await loadEngine(page, 'axe', AXE);
  return page.evaluate(async (chosen) => {
    const engine: typeof axe = Reflect.get(window, 'axe');
    const { violations, passes } = await engine.run({ runOnly: chosen, resultTypes: ['violations'] });
    return {
      violations: violations.map(({ id, nodes }) => ({
        id,
        where: nodes.map(({ html }) => html.slice(0, 200)),
      })),
      passed: passes.map(({ id }) => id),
    };
  }, runOnly);
}

/** The violations that IBM's Equal Access engine finds. It knows rules that axe lacks, such as those about names. */
async function equalAccessViolations(page: Page): Promise<string[]> {
  await loadEngine(page, 'ace', EQUAL_ACCESS);
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
