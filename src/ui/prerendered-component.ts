import { useHydrated } from '@tanstack/react-router';
import { type ComponentType, createElement, Suspense, use } from 'react';
import {
  type LazyComponent,
  type LazyComponentOptions,
  lazyComponent,
  loadWithRetries,
} from './lazy-component.ts';

/**
 * A lazy component that the prerendered page contains. Until its code has loaded, React leaves its markup as it is and
 * hydrates the rest of the page. The build preloads it before it renders the page.
 */
export function prerenderedComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  options: LazyComponentOptions = {},
): LazyComponent<Props> {
  let isLoaded = false;
  let loading: Promise<void> | undefined;
  const loadOnce = async () => {
    const component = await load();
    isLoaded = true;
    return component;
  };
  const Lazy = lazyComponent(loadOnce, options);

  function Hydrated(props: Props) {
    const isHydrated = useHydrated();
    if (!isHydrated && !isLoaded) {
      loading ??= loadWithRetries(loadOnce).then(Lazy.preload);
      use(loading);
    }
    return createElement(Lazy, props);
  }

  function PrerenderedComponent(props: Props) {
    return createElement(Suspense, { fallback: options.fallback }, createElement(Hydrated, props));
  }
  return Object.assign(PrerenderedComponent, { preload: Lazy.preload });
}
