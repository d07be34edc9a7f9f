import { useApp } from '../stores/app.ts';
import { lazyComponent } from '../ui/lazy-component.ts';
import { useNeedsConsent } from '../use-cases/consent/consent.ts';

const ConsentBanner = lazyComponent(() => import('./ConsentBanner.tsx').then((file) => file.ConsentBanner));

/** Asks for consent only if a tool needs it, and until the user has decided. (LEG-03) */
export function ConsentHost() {
  const isNeeded = useNeedsConsent();
  const isOpen = useApp(({ consent, hasConfig }) => hasConfig && consent === undefined);
  return isNeeded && isOpen && <ConsentBanner />;
}
