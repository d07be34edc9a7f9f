import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';

type LazyComponent<Props> = ComponentType<Props> & {
  /** Loads the code before the component renders, which then needs no fallback. It never rejects. */
  preload: () => Promise<void>;
};

/**
 * A component whose code is loaded when it first renders. React's `lazy` does not fit: it delays nested fallbacks
 * by 300 ms, which is noticeable in a lazy dialog, and a failed import breaks the whole page. Here a failed import
 * leaves the place empty, and the next mount tries again.
 * @param fallback rendered while the code loads
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): LazyComponent<Props> {
  let loadedComponent: ComponentType<Props> | undefined;

  async function preload(): Promise<void> {
    try {
      loadedComponent ??= await load();
    } catch (error) {
      console.info('A part of the page could not be loaded', error);
    }
  }

  function LazyComponent(props: Props) {
    const [component, setComponent] = useState(() => loadedComponent);
    useEffect(() => {
      if (component) return;
      let isUnmounted = false;
      void preload().then(() => {
        if (!isUnmounted) setComponent(() => loadedComponent);
      });
      return () => {
        isUnmounted = true;
      };
    }, [component]);
    return component ? createElement(component, props) : fallback;
  }

  return Object.assign(LazyComponent, { preload });
}
