import { useNeedsConsent } from '../flows/consent.ts';
import { useApp } from '../stores/app.ts';
import { deferred } from '../ui/deferred.ts';

const ConsentBanner = deferred(() => import('./ConsentBanner.tsx').then((file) => file.ConsentBanner));

/** Asks only where something needs it, and until there is an answer. (LEG-03) */
export function ConsentHost() {
  const isNeeded = useNeedsConsent();
  const isOpen = useApp(({ consent, hasConfig }) => hasConfig && consent === undefined);
  return isNeeded && isOpen && <ConsentBanner />;
}
