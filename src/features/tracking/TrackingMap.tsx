import { useState } from 'react';
import { RouteEnds } from '../../components/RouteEnds.tsx';
import { RouteLine } from '../../components/RouteLine.tsx';
import { formatDistance } from '../../domain/format.ts';
import type { LineTexture } from '../../map/MapCanvas.tsx';
import { RouteMapFigure } from '../../map/RouteMapFigure.tsx';
import { canBeShown, type RouteEnd } from '../../map/route-end.ts';

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
          {`${names.from} to ${names.to}${distance ? `, ${formatDistance(distance)} in a straight line` : ''}.`}
          {progress !== undefined && ' The package on the line shows the progress, not its live position.'}
        </>
      }
    >
      <RouteLine texture={texture} progress={progress} />
      <RouteEnds from={{ title: names.from }} to={{ title: names.to }} />
    </RouteMapFigure>
  );
}
