import type { Page } from '@playwright/test';

export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { moved: [] });
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) Reflect.get(window, 'moved').push(Reflect.get(shift, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

export async function layoutShifts(page: Page): Promise<number[]> {
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))));
  return page.evaluate(() => Reflect.get(window, 'moved'));
}
