import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { startApp, startServicesAfterPaint } from './app/boot.ts';
import { replayEarlyInput, waitForComposition } from './app/replay-early-input.ts';
import { enableViewTransitions, router } from './app/router.ts';
import './app/theme/mantine-css.ts';

const PAINT_TIMEOUT_MS = 1000;

const root = document.getElementById('root');
if (root) void start(root);

async function start(root: HTMLElement): Promise<void> {
  startApp();
  // Hydration needs the route's code, because it renders everything at once.
  await router.load();
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
  runAfterPaint(startServicesAfterPaint);
}

/** The first paint is done after two frames. A page in the background has no frames, and must not wait for them. */
function runAfterPaint(work: () => void): void {
  let hasRun = false;
  const runOnce = () => {
    if (!hasRun) work();
    hasRun = true;
  };
  requestAnimationFrame(() => requestAnimationFrame(runOnce));
  setTimeout(runOnce, PAINT_TIMEOUT_MS);
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
