import { Timeline } from '../../components/Timeline.tsx';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import type { DisplayStatus } from '../../contract/status.ts';
import { nextStop } from '../../domain/arrival.ts';
import { isFinal } from '../../domain/display-status.ts';
import { routeLabels } from '../../domain/place-labels.ts';
import { timelineOf } from '../../domain/timeline.ts';
import { useNow } from '../../ui/use-now.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';

type TimelinePanelProps = { delivery: DeliveryRequest; status: DisplayStatus };

export function TimelinePanel({ delivery, status }: TimelinePanelProps) {
  const now = useNow();
  const { order, created, lastModified } = delivery;
  return (
    <>
      <VisuallyHidden>
        <h2>Timeline</h2>
      </VisuallyHidden>
      <Timeline
        days={timelineOf({ history: order?.history, status, created, lastModified })}
        next={nextStop(status, order, routeLabels(delivery).to.title, now)}
        isMoving={!isFinal(status)}
      />
    </>
  );
}
