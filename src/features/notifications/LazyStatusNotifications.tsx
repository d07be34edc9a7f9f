import { lazyComponent } from '../../ui/lazy-component.ts';

/** The offer of notifications about deliveries. Its code is loaded on demand, because few screens show it. */
export const LazyStatusNotifications = lazyComponent(() =>
  import('./StatusNotifications.tsx').then((module) => module.StatusNotifications),
);
