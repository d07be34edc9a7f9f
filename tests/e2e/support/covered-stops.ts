import type { Page } from '@playwright/test';

const VIEWPORTS = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
];

/**
 * Focuses every element that the Tab key reaches, forwards and then backwards, on a desktop and on a phone. Returns
 * those that the header or the bar at the bottom covered while they had the focus.
 */
export async function coveredStops(page: Page): Promise<string[]> {
  const covered: string[] = [];
  for (const viewport of VIEWPORTS) {
    await page.setViewportSize(viewport);
    // Components that depend on the width render again before the next but one frame.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    const names = await page.evaluate(focusEveryStop);
    covered.push(...names.map((name) => `${viewport.width} × ${viewport.height}: ${name}`));
  }
  return covered;
}

/** Runs in the page. A covered element is one whose upper or lower edge is behind something else. */
async function focusEveryStop(): Promise<string[]> {
  const FRAMES = 60;
  const isCoveredAt = (stop: Element, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y);
    // An alert ends after seconds. A native radio or switch lies over its tile, which is what the user looks at.
    if (hit === null || hit.closest('[data-alert], label') !== null) return false;
    return !stop.contains(hit) && !hit.contains(stop);
  };
  const isCovered = (stop: Element) => {
    const { left, top, width, height } = stop.getBoundingClientRect();
    const x = Math.min(left + width / 2, innerWidth - 1);
    const edge = Math.min(4, height / 2);
    const isOutside = top + edge < 0 || top + height - edge > innerHeight;
    // Only something that is taller than the screen may end outside.
    if (isOutside && height < innerHeight / 2) return true;
    return isCoveredAt(stop, x, top + edge) || isCoveredAt(stop, x, top + height - edge);
  };
  // The Tab key does not leave an open dialog.
  const scope = document.querySelector('[role=dialog]') ?? document;
  const stops = [
    ...scope.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]'),
  ].filter((stop) => stop.tabIndex >= 0 && stop.checkVisibility());
  const names = new Set<string>();
  for (const stop of [...stops, ...stops.toReversed()]) {
    stop.focus();
    // A list of suggestions closes some frames after its field has lost the focus.
    // A disabled element does not take the focus.
    const isCoveredInFocus = () => document.activeElement === stop && isCovered(stop);
    for (let frame = 0; frame < FRAMES && isCoveredInFocus(); frame += 1) {
      await new Promise(requestAnimationFrame);
    }
    if (!isCoveredInFocus()) continue;
    names.add(`${stop.tagName} ${stop.getAttribute('aria-label') || stop.textContent || stop.id}`);
  }
  return [...names];
}
