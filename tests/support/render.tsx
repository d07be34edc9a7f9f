import { MantineProvider } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import { act, type ReactNode } from 'react';
import { ConnectionProvider } from '../../src/app/Providers.tsx';
import { theme } from '../../src/app/theme/theme.ts';

/** Renders a component that needs our theme and no route. */
export function renderPlain(children: ReactNode) {
  return render(inTheme(children));
}

export function inTheme(children: ReactNode) {
  return (
    <MantineProvider theme={theme} env="test">
      <ConnectionProvider>{children}</ConnectionProvider>
    </MantineProvider>
  );
}

/**
 * Renders pages by their paths, starting with the first one, and returns the router, so that a test can check the
 * location.
 */
export async function renderPages(
  pages: Record<string, () => ReactNode>,
  start = Object.keys(pages)[0] ?? '/',
) {
  const root = createRootRoute({ component: Outlet });
  const children = Object.entries(pages).map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, component }),
  );
  const router = createRouter({
    routeTree: root.addChildren(children),
    history: createMemoryHistory({ initialEntries: [start] }),
    defaultPendingMinMs: 0,
  });
  await act(() => router.load());
  const view = renderPlain(<RouterProvider router={router as never} />);
  return { ...view, router };
}

/** The drawing of the first icon in an element, to compare with `icons.json`. */
export function iconOf(element: Element): string | null | undefined {
  return element.querySelector('svg path')?.getAttribute('d');
}
