import { useOutbox } from '../../stores/outbox.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import classes from './SentRequests.module.css';

// Most visits never send anything late.
const SentCard = lazyComponent(() => import('./SentCard.tsx').then((file) => file.SentCard));

/** On every screen: what had waited on this device and has just been sent. A region that stays is announced. */
export function SentRequests() {
  const hasSent = useOutbox(({ announced }) => announced.length > 0);
  return (
    <div role="status" className={classes.region}>
      {hasSent && <SentCard />}
    </div>
  );
}
