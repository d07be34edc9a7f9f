import { isFinal } from '../../domain/display-status.ts';
import { isRecordStale } from '../../domain/format.ts';
import { routeLineOf } from '../../domain/status-styles.ts';
import { trackingSummary } from '../../domain/tracking-summary.ts';
import { endInTown } from '../../map/route-end.ts';
import type { TrackedPackage } from '../../stores/tracked.ts';
import { useNow } from '../../ui/use-now.ts';
import { TrackingMap } from './TrackingMap.tsx';

/** The map for visitors. A tracking number gives access to towns but not to streets. */
export function GuestMap({ tracked: { tracking, at } }: { tracked: TrackedPackage }) {
  const now = useNow();
  const { status, from, to } = trackingSummary(tracking, now);
  const isStale = !isFinal(status) && now !== undefined && isRecordStale(at, now);
  if (!tracking.from?.trim() || !tracking.to?.trim()) return null;
  return (
    <TrackingMap
      from={endInTown(from)}
      to={endInTown(to)}
      names={{ from, to }}
      texture={isStale ? 'stale' : 'confirmed'}
      progress={routeLineOf(status).progress}
    />
  );
}
