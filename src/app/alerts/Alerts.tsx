import { useEffect, useState } from 'react';
import { useAlerts } from '../../stores/alerts.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';

const loadAlertStack = () => import('./AlertStack.tsx');
const AlertStack = lazyComponent(() => loadAlertStack().then((file) => file.AlertStack));

/** Loads the alert stack outside the first chunk: when the page is idle, or when an alert must be shown. */
export function Alerts() {
  const isDue = useAlerts(({ list }) => list.length > 0);
  const [isNeeded, setIsNeeded] = useState(false);
  if (isDue && !isNeeded) setIsNeeded(true);

  useEffect(() => {
    // An alert may report a lost connection, so its code must have loaded before.
    const timer = setTimeout(() => void loadAlertStack().catch(() => undefined), 3000);
    return () => clearTimeout(timer);
  }, []);

  return isNeeded && <AlertStack />;
}
