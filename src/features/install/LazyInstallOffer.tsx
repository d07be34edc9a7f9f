import { lazyComponent } from '../../ui/lazy-component.ts';

/** The offer to install the app. Its code is loaded on demand, because it is shown only after a success. */
export const LazyInstallOffer = lazyComponent(() =>
  import('./InstallOffer.tsx').then((module) => module.InstallOffer),
);
