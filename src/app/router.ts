import { createRouter } from '@tanstack/react-router';
import { routeTree } from '../routeTree.gen.ts';
import { FaultPage } from './FaultPage.tsx';
import { PagePending } from './PagePending.tsx';

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: FaultPage,
  defaultPendingComponent: PagePending,
  scrollRestoration: true,
  defaultViewTransition: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
