import { type Coordinates, coordinatesOf } from '../contract/coordinates.ts';
import type { PlaceSnapshot } from '../contract/place.ts';

/** An end of a route on a map: a point, or a town by its name. */
export type RouteEnd = { name: string } & ({ at: Coordinates } | { town: string } | { at: undefined });

export function endAt(place: PlaceSnapshot): RouteEnd {
  return { name: place.name, at: coordinatesOf(place) };
}

export function endInTown(town: string): RouteEnd {
  return { name: town, town };
}

/** Whether a map may be able to show this end. */
export function canBeShown(end: RouteEnd): boolean {
  return 'town' in end || end.at !== undefined;
}
