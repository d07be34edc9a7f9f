import { useState } from 'react';
import { RouteEnds } from '../../components/RouteEnds.tsx';
import { RouteLine } from '../../components/RouteLine.tsx';
import { Timeline } from '../../components/Timeline.tsx';
import { useRouteLine } from '../../components/use-route-line.ts';
import type { Tracking } from '../../contract/order.ts';
import { displayStatusOfOrder } from '../../contract/status.ts';
import { isFinal } from '../../domain/display-status.ts';
import { capitalize, formatDistance } from '../../domain/format.ts';
import { trackingSummary } from '../../domain/tracking-summary.ts';
import type { LineTexture } from '../../map/MapCanvas.tsx';
import { RouteMapFigure } from '../../map/RouteMapFigure.tsx';
import { canBeShown, endInTown, type RouteEnd } from '../../map/route-end.ts';
import type { TrackedPackage } from '../../stores/tracked.ts';
import { PageSection } from '../../ui/PageSection.tsx';
import classes from './GuestPackage.module.css';
import type { RenderNotifications } from './tracking-props.ts';

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

/** The map for guests. A tracking number gives access to towns but not to streets. */
function GuestMap({ tracked: { tracking, at } }: { tracked: TrackedPackage }) {
  const { status, from, to } = trackingSummary(tracking);
  const { texture, progress } = useRouteLine(status, at);
  if (!tracking.from?.trim() || !tracking.to?.trim()) return null;
  return (
    <TrackingMap from={endInTown(from)} to={endInTown(to)} names={{ from, to }} {...{ texture, progress }} />
  );
}

export function TrackingTimeline({ tracking }: { tracking: Tracking }) {
  const destination = tracking.to?.trim() || undefined;
  return (
    <PageSection title="Timeline">
      <Timeline status={displayStatusOfOrder(tracking)} order={tracking} destination={destination} />
    </PageSection>
  );
}

type TrackingMapProps = {
  from: RouteEnd;
  to: RouteEnd;
  /** The names of both ends for the text alternative. */
  names: { from: string; to: string };
  texture: LineTexture;
  progress: number | undefined;
};

/** The route of a package on a map, with a text alternative. (MAP-04, MAP-05) */
export function TrackingMap({ from, to, names, texture, progress }: TrackingMapProps) {
  const [distance, setDistance] = useState<number>();
  if (!canBeShown(from) && !canBeShown(to)) return null;
  return (
    <RouteMapFigure
      from={from}
      to={to}
      texture={texture}
      progress={progress}
      onDistanceChange={setDistance}
      caption={
        <>
          {`${names.from} to ${names.to}.`}
          {progress !== undefined && ' The package on the line shows the progress, not its live position.'}
          {/* It is the last, because it is added when the map has loaded. */}
          {distance && ` ${capitalize(formatDistance(distance))} in a straight line.`}
        </>
      }
    >
      <RouteLine texture={texture} progress={progress} />
      <RouteEnds from={{ title: names.from }} to={{ title: names.to }} />
    </RouteMapFigure>
  );
}
