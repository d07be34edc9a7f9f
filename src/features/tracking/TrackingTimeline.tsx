import { Timeline } from '../../components/Timeline.tsx';
import { displayStatusOfOrder } from '../../contract/display-status.ts';
import type { Tracking } from '../../contract/order.ts';
import { nextStop } from '../../domain/arrival.ts';
import { isFinal } from '../../domain/display-status.ts';
import { timelineOf } from '../../domain/timeline.ts';
import { PageSection } from '../../ui/PageSection.tsx';
import { useNow } from '../../ui/use-now.ts';

export function TrackingTimeline({ tracking }: { tracking: Tracking }) {
  const now = useNow();
  const status = displayStatusOfOrder(tracking);
  return (
    <PageSection title="Timeline">
      <Timeline
        days={timelineOf({ history: tracking.history, status })}
        next={nextStop(status, tracking, tracking.to?.trim() || undefined, now)}
        isMoving={!isFinal(status)}
      />
    </PageSection>
  );
}
