import { expect } from 'vitest';

interface VisibleMatcher<R> {
  /** The element is in the document, and neither it nor an element around it is hidden. */
  toBeVisible: () => R;
}

declare module 'vitest' {
  interface Assertion<T> extends VisibleMatcher<T> {}
}

expect.extend({
  toBeVisible(element: Element) {
    // happy-dom knows `display: none`, but not that the `hidden` attribute means it.
    const isVisible = element.checkVisibility() && element.closest('[hidden]') === null;
    return {
      pass: isVisible,
      message: () => `expected ${element.outerHTML} ${isVisible ? 'not ' : ''}to be visible`,
    };
  },
});
