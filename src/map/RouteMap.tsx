import { type ReactNode, useEffect } from 'react';
import { type Coordinates, distanceKm } from '../contract/coordinates.ts';
import { pointOnLeg } from '../domain/route-curve.ts';
import { useApp } from '../stores/app.ts';
import { findNearestTown } from '../use-cases/places/offline-towns.ts';
import { type LineTexture, MapCanvas } from './MapCanvas.tsx';
import type { Pin, PinKind } from './MapPin.tsx';
import { useRegion } from './region/load.ts';
import type { RouteEnd } from './route-end.ts';

export type RouteMapProps = {
  from: RouteEnd;
  to: RouteEnd;
  texture?: LineTexture;
  /** How far along the line the parcel is drawn, 0 to 1. It shows the progress and not the real position. */
  progress?: number | undefined;
  /** Called with the straight-line distance in kilometres once both ends are on the map. */
  onDistanceChange?: (distanceKm: number) => void;
  /** Shown instead of the map while it loads, or if neither end has coordinates. */
  children: ReactNode;
};

export function RouteMap(props: RouteMapProps) {
  const { from, to, texture = 'confirmed', progress, onDistanceChange, children } = props;
  // The coordinates of towns come from the region's data.
  const region = useRegion();
  const { map: home } = useApp(({ config }) => config);
  const placeOf = (end: RouteEnd) => ('town' in end ? region && findNearestTown(end.town, home) : end.at);
  const [start, end] = [placeOf(from), placeOf(to)];
  const distance = start && end && distanceKm(start, end);
  useEffect(() => {
    if (distance !== undefined) onDistanceChange?.(distance);
  }, [distance, onDistanceChange]);
  if (!start && !end) return children;

  const isOnePlace = distance === 0;
  const pins: Pin[] = [
    ...pinAt(start, 'from', `Pick-up: ${from.name}`),
    ...(isOnePlace ? [] : pinAt(end, 'to', `Drop-off: ${to.name}`)),
  ];
  const line = start && end && !isOnePlace ? ([start, end] as const) : undefined;
  if (line && progress !== undefined) {
    const [latitude, longitude] = pointOnLeg(...line, Math.min(0.9, Math.max(0.1, progress)));
    pins.push({ latitude, longitude, kind: 'parcel', label: '' });
  }
  return (
    <MapCanvas
      label={`Map from ${from.name} to ${to.name}`}
      pins={pins}
      line={line}
      texture={texture}
      placesInView={pins.filter(({ kind }) => kind !== 'parcel')}
      isInPage
    />
  );
}

function pinAt(at: Coordinates | undefined, kind: PinKind, label: string): Pin[] {
  return at ? [{ latitude: at.latitude, longitude: at.longitude, kind, label }] : [];
}
