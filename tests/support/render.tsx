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
import { stopWaiting } from '../../src/api/client.ts';
import { theme } from '../../src/app/theme/theme.ts';
import { STILL_TRYING_MS } from '../../src/contract/constants.ts';
import { Waiting } from '../../src/ui/waiting.ts';

/** Shows something that needs our theme and no route. */
export function renderPlain(children: ReactNode) {
  return render(
    <MantineProvider theme={theme} env="test">
      <Waiting value={{ after: STILL_TRYING_MS, stop: stopWaiting }}>{children}</Waiting>
    </MantineProvider>,
  );
}

/** Shows pages by their paths, the first one at the start; answers the router, to see where it went. */
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
