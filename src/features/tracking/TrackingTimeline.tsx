import type { Tracking } from '../../contract/order.ts';
import { nextStop } from '../../domain/arrival.ts';
import { isFinal, ofOrder } from '../../domain/display-status.ts';
import { timelineOf } from '../../domain/timeline.ts';
import { trackedWords } from '../../domain/tracking-words.ts';
import { PageSection } from '../../ui/PageSection.tsx';
import { Timeline } from '../../ui/Timeline.tsx';
import { useNow } from '../../ui/use-now.ts';

export function TrackingTimeline({ answer }: { answer: Tracking }) {
  const now = useNow();
  const status = ofOrder(answer);
  return (
    <PageSection title="Timeline">
      <Timeline
        days={timelineOf({ history: answer.history, status })}
        next={nextStop(status, answer, trackedWords(answer).to, now)}
        isMoving={!isFinal(status)}
      />
    </PageSection>
  );
}
