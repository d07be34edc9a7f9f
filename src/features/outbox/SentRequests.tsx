import { useOutbox } from '../../stores/outbox.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';

// Few visits need it, so its code is loaded on demand.
const SentCard = lazyComponent(() => import('./SentCard.tsx').then((file) => file.SentCard));

/**
 * Shows on every screen which pending requests have just been sent. The live region is always present, because screen
 * readers announce only changes in an existing region.
 */
export function SentRequests() {
  const hasSent = useOutbox(({ announced }) => announced.length > 0);
  return (
    <div role="status" className="below-header">
      {hasSent && <SentCard />}
    </div>
  );
}
