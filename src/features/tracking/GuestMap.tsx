import { useRouteLine } from '../../components/use-route-line.ts';
import { trackingSummary } from '../../domain/tracking-summary.ts';
import { endInTown } from '../../map/route-end.ts';
import type { TrackedPackage } from '../../stores/tracked.ts';
import { TrackingMap } from './TrackingMap.tsx';

/** The map for guests. A tracking number gives access to towns but not to streets. */
export function GuestMap({ tracked: { tracking, at } }: { tracked: TrackedPackage }) {
  const { status, from, to } = trackingSummary(tracking);
  const { texture, progress } = useRouteLine(status, at);
  if (!tracking.from?.trim() || !tracking.to?.trim()) return null;
  return (
    <TrackingMap from={endInTown(from)} to={endInTown(to)} names={{ from, to }} {...{ texture, progress }} />
  );
}
