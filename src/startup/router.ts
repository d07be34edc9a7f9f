import { createRouter } from '@tanstack/react-router';
import { routeTree } from '../routeTree.gen.ts';
import { hydrateAround } from './replay-early-input.ts';
import { routerOptions } from './router-options.ts';

export const router = createRouter({
  routeTree,
  ...routerOptions,
  defaultPreload: 'intent',
  scrollRestoration: true,
});

/** Call it after the first load, whose result must be there when hydration begins and not in a later frame. */
export function enableViewTransitions(): void {
  // The router does not return the promise of its view transition. A transition that the next navigation interrupts
  // would cause an unhandled rejection, although nothing is wrong.
  router.startViewTransition = (change) => {
    // A page that the user leaves can hydrate only until its route is gone.
    hydrateAround(document.querySelector('h1'));
    // The steps of the wizard have one path. A press on Continue would wait for pictures of both steps.
    const isSamePage = router.latestLocation.pathname === router.state.resolvedLocation?.pathname;
    if (isSamePage || !document.startViewTransition) return void change();
    // Chromium would keep a finished transition in memory, with all that its callback can reach.
    let pendingChange: typeof change | undefined = change;
    const runOnce = () => {
      const run = pendingChange;
      pendingChange = undefined;
      return run?.();
    };
    document.startViewTransition(runOnce).ready.catch(() => undefined);
  };
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
