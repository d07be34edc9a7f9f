import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { routeTree } from '../../src/routeTree.gen.ts';

/** The build prerenders these pages, so they must not use `window` at import or while rendering. */
const PUBLIC_PAGES: [string, RegExp][] = [
  ['/', /Request a Delivery/],
  ['/tracking', /Package Tracking/],
  ['/faq', /How long does delivery take\?/],
  ['/auth/login', /Login/],
  ['/auth/register', /Register/],
  ['/terms-and-conditions', /June 13, 2025/],
  ['/privacy-policy', /session-recording tool/],
  ['/deliveries', /My Deliveries/],
  ['/account', /Account/],
  ['/no/such/page', /Page not found/],
];

test.each(PUBLIC_PAGES)('%s renders without a window (RTE-01, RTE-02, RTE-07)', async (path, words) => {
  const router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: [path] }),
    isServer: true,
  });
  await router.load();
  expect(typeof window).toBe('undefined');
  const html = renderToString(createElement(RouterProvider, { router }));
  expect(html).toMatch(words);
  expect(html).not.toContain('<style');
});
