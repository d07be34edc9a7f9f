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
    // happy-dom supports `display: none`, but does not know that the `hidden` attribute has the same effect.
    const isVisible = element.checkVisibility() && element.closest('[hidden]') === null;
    return {
      pass: isVisible,
      message: () => `expected ${element.outerHTML} ${isVisible ? 'not ' : ''}to be visible`,
    };
  },
});
