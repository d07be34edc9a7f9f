import { isFinal } from '../../domain/display-status.ts';
import { isOld } from '../../domain/format.ts';
import { routeLineOf } from '../../domain/status-look.ts';
import { trackedWords } from '../../domain/tracking-words.ts';
import { endInTown } from '../../map/route-end.ts';
import type { TrackedPackage } from '../../stores/tracked.ts';
import { useNow } from '../../ui/use-now.ts';
import { TrackingMap } from './TrackingMap.tsx';

/** Whoever has a tracking number is shown towns, and nobody's street. */
export function GuestMap({ found: { answer, at } }: { found: TrackedPackage }) {
  const now = useNow();
  const { status, from, to } = trackedWords(answer, now);
  const isStale = !isFinal(status) && now !== undefined && isOld(at, now);
  if (!answer.from?.trim() || !answer.to?.trim()) return null;
  return (
    <TrackingMap
      from={endInTown(from)}
      to={endInTown(to)}
      words={{ from, to }}
      texture={isStale ? 'old' : 'confirmed'}
      progress={routeLineOf(status).progress}
    />
  );
}
