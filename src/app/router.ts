import { createRouter } from '@tanstack/react-router';
import { routeTree } from '../routeTree.gen.ts';
import { ErrorPage } from './ErrorPage.tsx';
import { PagePending } from './PagePending.tsx';

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: ErrorPage,
  defaultPendingComponent: PagePending,
  scrollRestoration: true,
  defaultViewTransition: true,
});

// The router leaves the transition's promise to nobody: one that the next navigation overtakes would be an
// unhandled rejection, though nothing is wrong.
router.startViewTransition = (change) => {
  if (!document.startViewTransition) return void change();
  document.startViewTransition(change).ready.catch(() => undefined);
};

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
