import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';

/**
 * A component whose code is fetched when it is first wanted. Not React's `lazy`: that waits 300 ms between one
 * placeholder and the next, which a dialog within a dialog's code feels, and takes the page along where the code
 * is out of reach. Here the place stays empty then, and the next time asks again.
 * @param fallback what stands there meanwhile
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  let loadedComponent: ComponentType<Props> | undefined;
  return function Deferred(props: Props) {
    const [code, setCode] = useState(() => loadedComponent);
    useEffect(() => {
      if (code) return;
      let isUnmounted = false;
      load().then(
        (loaded) => {
          loadedComponent = loaded;
          if (!isUnmounted) setCode(() => loaded);
        },
        (error: unknown) => console.info('A part of the page could not be loaded', error),
      );
      return () => {
        isUnmounted = true;
      };
    }, [code]);
    return code ? createElement(code, props) : fallback;
  };
}
