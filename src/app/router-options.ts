import { ErrorPage } from './ErrorPage.tsx';
import { PagePending } from './PagePending.tsx';

/** The options that decide about the structure of the rendered tree: prerendering and hydration must share them. */
export const routerOptions = {
  defaultErrorComponent: ErrorPage,
  defaultPendingComponent: PagePending,
};
