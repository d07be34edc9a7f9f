import { createRootRoute, lazyRouteComponent } from '@tanstack/react-router';
import { FaultPage } from '../app/FaultPage.tsx';
import { Shell } from '../app/Shell.tsx';

export const Route = createRootRoute({
  component: Shell,
  notFoundComponent: lazyRouteComponent(() => import('../app/NotFoundPage.tsx'), 'NotFoundPage'),
  errorComponent: FaultPage,
});
