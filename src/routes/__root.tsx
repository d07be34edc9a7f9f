import { createRootRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ErrorPage } from '../app/ErrorPage.tsx';
import { Shell } from '../app/Shell.tsx';

export const Route = createRootRoute({
  component: Shell,
  notFoundComponent: lazyRouteComponent(() => import('../app/NotFoundPage.tsx'), 'NotFoundPage'),
  errorComponent: ErrorPage,
});
