import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { DELIVERY_PAGE, PRERENDERED_PAGES } from '../contract/pages.ts';
import { routeTree } from '../routeTree.gen.ts';
import { routerOptions } from './router-options.ts';

/** The pages to prerender: the path to render and the file to write. */
export const PAGES = [
  ...PRERENDERED_PAGES,
  // Any id renders the same markup.
  { path: '/deliveries/0', file: DELIVERY_PAGE },
];

/**
 * Renders a page with the initial state of all stores, which is also the state at hydration. The app hydrates the markup
 * only if the id of its own route is the same.
 */
export async function renderPage(path: string): Promise<{ routeId: string; markup: string }> {
  const router = createRouter({
    routeTree,
    ...routerOptions,
    history: createMemoryHistory({ initialEntries: [path] }),
    isServer: true,
  });
  await router.load();
  const routeId = router.state.matches.at(-1)?.routeId;
  if (routeId === undefined) throw new Error(`No route matches ${path}`);
  return { routeId, markup: renderToString(createElement(RouterProvider, { router })) };
}
