import './startup/overlay-entries.ts';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { reloadOnMissingChunk } from './startup/missing-chunk.ts';
import { waitForStyles } from './startup/page-styles.ts';
import { replayEarlyInput, waitForComposition } from './startup/replay-early-input.ts';
import { enableViewTransitions, router } from './startup/router.ts';
import { installTrustedTypesPolicy } from './startup/trusted-types.ts';
import { captureInstallPrompt } from './stores/install.ts';
import { restoreRecentRows } from './stores/recent-rows.ts';
import { useUser } from './stores/user.ts';
import { loadWithRetries } from './ui/lazy-component.ts';
import { whenIdle } from './ui/when-idle.ts';
import './app/theme/mantine-css.ts';

const root = document.getElementById('root');
if (root) void start(root);

/** Hydrates the page with as little code as possible. What works in the background loads afterwards. */
async function start(root: HTMLElement): Promise<void> {
  installTrustedTypesPolicy();
  reloadOnMissingChunk();
  captureInstallPrompt();
  useUser.getState().restore();
  restoreRecentRows();
  // Hydration needs the route's code, because it renders everything at once.
  await Promise.all([router.load(), waitForStyles()]);
  enableViewTransitions();
  const app = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
  // A server may respond to any URL with the prerendered home page, whose markup differs from other routes.
  const isPrerendered = root.dataset.route === router.state.matches.at(-1)?.routeId;
  if (isPrerendered) await hydrate(root, app);
  else {
    root.replaceChildren();
    createRoot(root).render(app);
  }
  // Hydration runs in slices, and evaluating the services between them would delay it.
  await new Promise<void>((resolve) => whenIdle(resolve));
  const { startAfterHydration } = await loadWithRetries(() => import('./startup/boot.ts'));
  startAfterHydration();
}

async function hydrate(root: HTMLElement, app: React.ReactNode): Promise<void> {
  const { earlyInput } = window;
  if (earlyInput) await waitForComposition(earlyInput);
  // The router then renders the same Suspense boundaries as on the server.
  router.ssr = { manifest: undefined };
  startTransition(() => {
    hydrateRoot(root, app);
  });
  if (earlyInput) replayEarlyInput(root, earlyInput);
}
