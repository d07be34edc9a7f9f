import { useEffect, useState } from 'react';
import { useAlerts } from '../../stores/alerts.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';

const loadAlertStack = () => import('./AlertStack.tsx');
const AlertStack = lazyComponent(() => loadAlertStack().then((file) => file.AlertStack));

/** The alert stack, out of the first page's weight: fetched when the page is idle, or when an alert is due. */
export function Alerts() {
  const isDue = useAlerts(({ list }) => list.length > 0);
  const [isNeeded, setIsNeeded] = useState(false);
  if (isDue && !isNeeded) setIsNeeded(true);

  useEffect(() => {
    // An alert may be about a connection that is gone: its code must be here before.
    const timer = setTimeout(() => void loadAlertStack().catch(() => undefined), 3000);
    return () => clearTimeout(timer);
  }, []);

  return isNeeded && <AlertStack />;
}
