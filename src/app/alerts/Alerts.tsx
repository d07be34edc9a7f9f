import { useEffect, useState } from 'react';
import { useAlerts } from '../../stores/alerts.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { whenUsed } from '../../ui/when-used.ts';

const AlertStack = lazyComponent(() => import('./AlertStack.tsx').then((file) => file.AlertStack));

/** Loads the alert stack outside the first chunk: when the page is first used, or when an alert must be shown. */
export function Alerts() {
  const isDue = useAlerts(({ list }) => list.length > 0);
  const [isNeeded, setIsNeeded] = useState(false);
  if (isDue && !isNeeded) setIsNeeded(true);

  // An alert may report a lost connection, so its code must have loaded before.
  useEffect(() => {
    return whenUsed(() => void AlertStack.preload());
  }, []);

  return isNeeded && <AlertStack />;
}
