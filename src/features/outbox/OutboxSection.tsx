import { useOutbox } from '../../stores/outbox.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { ParkedRequests } from './ParkedRequests.tsx';

// Few visits have requests that wait, so the code of their list is loaded on demand.
const OutboxList = lazyComponent(() => import('./OutboxList.tsx').then((file) => file.OutboxList), {
  showsFailure: true,
});

/** The requests that wait to be sent. It renders nothing if there are none. */
export function OutboxSection() {
  const isEmpty = useOutbox(({ entries }) => entries.length === 0);
  return (
    <>
      <ParkedRequests />
      {!isEmpty && <OutboxList />}
    </>
  );
}
