import type { TrackedPackage } from '../../stores/tracked.ts';
import { GuestMap } from './GuestMap.tsx';
import { TrackingTimeline } from './TrackingTimeline.tsx';

/** Where a visitor's package is, beside its card. */
export function GuestPackage({ tracked }: { tracked: TrackedPackage }) {
  return (
    <>
      <GuestMap tracked={tracked} />
      <TrackingTimeline tracking={tracked.tracking} />
    </>
  );
}
