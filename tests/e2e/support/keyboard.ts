import { expect, type Locator, type Page } from '@playwright/test';

/** This is more than the number of tab stops of any screen. */
const MAX_TAB_STOPS = 90;

/** A user without a mouse, who moves from tab stop to tab stop and must see the focus at each. */
export class Keyboard {
  private readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  press(key: string): Promise<void> {
    return this.page.keyboard.press(key);
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }

  /** Tabs until the target has the focus; every stop on the way shows a ring. */
  async tabTo(target: Locator): Promise<void> {
    await target.waitFor();
    const stops: string[] = [];
    for (let n = 0; n < MAX_TAB_STOPS; n += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) {
        await this.expectFocusRing();
        return;
      }
      await this.press('Tab');
      stops.push(await this.expectFocusRing());
    }
    throw new Error(`${target} was not reached:\n${stops.join('\n')}`);
  }

  /** Tabs through a whole screen and returns the names of its tab stops. */
  async tabThrough(): Promise<string[]> {
    const stops: string[] = [];
    for (let n = 0; n < MAX_TAB_STOPS; n += 1) {
      await this.press('Tab');
      const stop = await this.expectFocusRing();
      if (stop === '') {
        if (stops.length > 0) return stops;
      } else stops.push(stop);
    }
    throw new Error(`The focus is caught:\n${stops.join('\n')}`);
  }

  /**
   * Checks that the focused element is on the screen, and that it or its visible replacement has an outline. Returns
   * an empty text on the page itself.
   */
  private async expectFocusRing(): Promise<string> {
    const seen = await this.page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body || focused === document.documentElement) return undefined;
      // If the native control is hidden under a styled one, or inside a styled field, the styled element has the ring.
      const frames: Element[] = [];
      for (let up = focused.parentElement; up && frames.length < 4; up = up.parentElement) frames.push(up);
      const drawn = [focused, focused.nextElementSibling, ...frames];
      const carrier = drawn.find((element) => {
        if (!element) return false;
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
        const isPainted = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
        return isPainted && !/rgba\(.*, 0\)|transparent/.test(outlineColor);
      });
      const { top, bottom, left, right } = focused.getBoundingClientRect();
      return {
        isOnScreen: bottom >= 0 && right >= 0 && top <= innerHeight && left <= innerWidth,
        name: `${focused.tagName.toLowerCase()} ${focused.getAttribute('aria-label') ?? focused.textContent?.trim().slice(0, 40)} ${focused.id}`,
        hasRing: carrier !== undefined,
      };
    });
    if (seen === undefined) return '';
    expect(seen, `the ring of ${seen.name} on ${this.page.url()}`).toMatchObject({ hasRing: true });
    // The page may still be scrolling to it.
    if (!seen.isOnScreen)
      await expect(this.page.locator(':focus'), `on the screen of ${this.page.url()}`).toBeInViewport();
    return seen.name;
  }
}
