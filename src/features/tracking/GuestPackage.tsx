import { displayStatusOfOrder } from '../../contract/display-status.ts';
import { isFinal } from '../../domain/display-status.ts';
import type { TrackedPackage } from '../../stores/tracked.ts';
import { GuestMap } from './GuestMap.tsx';
import classes from './GuestTracking.module.css';
import type { RenderNotifications } from './render-notifications.ts';
import { TrackingTimeline } from './TrackingTimeline.tsx';

type GuestPackageProps = {
  tracked: TrackedPackage;
  /** Renders the offer of notifications while the package is under way. */
  renderNotifications?: RenderNotifications | undefined;
};

/** The map and the timeline of a guest's package. The offer of notifications is last, because it appears last. */
export function GuestPackage({ tracked, renderNotifications }: GuestPackageProps) {
  const { guid, tracking } = tracked;
  const isMoving = !isFinal(displayStatusOfOrder(tracking));
  return (
    <>
      <div className={`stack content-start gap-6 min-w-0 ${classes.right}`}>
        <GuestMap tracked={tracked} />
        <TrackingTimeline tracking={tracking} />
      </div>
      <div className={`hide-empty ${classes.offer}`}>
        {isMoving && renderNotifications?.({ kind: 'parcel', guid })}
      </div>
    </>
  );
}
