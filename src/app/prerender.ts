import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { routeTree } from '../routeTree.gen.ts';

/** The pages that look the same for every visitor, each with the file of its route. */
export const PRERENDERED = [
  { path: '/', route: 'index' },
  { path: '/tracking', route: 'tracking' },
  { path: '/faq', route: 'faq' },
  { path: '/terms-and-conditions', route: 'terms-and-conditions' },
  { path: '/privacy-policy', route: 'privacy-policy' },
] as const;

/** The markup of a page as somebody sees it who was never here. */
export async function renderPage(path: string): Promise<string> {
  const router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: [path] }),
    isServer: true,
  });
  await router.load();
  return renderToString(createElement(RouterProvider, { router }));
}
