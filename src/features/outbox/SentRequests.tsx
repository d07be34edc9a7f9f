import { useEffect, useState } from 'react';
import { useOutbox } from '../../stores/outbox.ts';
import { afterPress } from '../../ui/after-press.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';

// Few visits need it, so its code is loaded on demand.
const SentCard = lazyComponent(() => import('./SentCard.tsx').then((file) => file.SentCard));

/**
 * Shows on every screen which pending requests have just been sent. The live region is always present, because screen
 * readers announce only changes in an existing region. The card moves the page, so it appears while nothing is pressed.
 */
export function SentRequests() {
  const hasSent = useOutbox(({ announced }) => announced.length > 0);
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    if (!hasSent) return;
    void SentCard.preload().then(() => afterPress(() => setIsReady(true)));
    return () => setIsReady(false);
  }, [hasSent]);
  return (
    <div role="status" className="below-header">
      {hasSent && isReady && <SentCard />}
    </div>
  );
}
