import { createRootRoute } from '@tanstack/react-router';
import { FaultPage } from '../app/FaultPage.tsx';
import { NotFoundPage } from '../app/NotFoundPage.tsx';
import { Shell } from '../app/Shell.tsx';

export const Route = createRootRoute({
  component: Shell,
  notFoundComponent: NotFoundPage,
  errorComponent: FaultPage,
});
