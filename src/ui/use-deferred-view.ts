import { type ReactNode, useDeferredValue, useLayoutEffect, useRef } from 'react';

/**
 * Returns the view that belongs to the key. When the key changes, the previous view stays for the moment that a slow
 * device needs to render the new one, so that the rest of the page reacts at once to the press that changed the key.
 * @returns the view, and whether it is still the previous one
 */
export function useDeferredView(
  key: string,
  render: () => ReactNode,
): { view: ReactNode; isPrevious: boolean } {
  const shownKey = useDeferredValue(key);
  const isPrevious = shownKey !== key;
  const lastView = useRef<ReactNode>(null);
  // React skips an element that it has rendered already.
  const view = isPrevious ? lastView.current : render();
  useLayoutEffect(() => {
    lastView.current = view;
  });
  return { view, isPrevious };
}
