/** Degrees. */
export type Box = { west: number; south: number; east: number; north: number };
type Point = { latitude: number; longitude: number };

const KM_PER_DEGREE = 111.2;

export function isInside(box: Box, point: Point): boolean {
  return (
    point.longitude >= box.west &&
    point.longitude <= box.east &&
    point.latitude >= box.south &&
    point.latitude <= box.north
  );
}

/** The bounding box that extends `km` from a point in each direction. */
export function boxAround(point: Point, km: number): Box {
  const up = km / KM_PER_DEGREE;
  const across = up / Math.max(0.01, Math.cos((point.latitude * Math.PI) / 180));
  return {
    west: point.longitude - across,
    east: point.longitude + across,
    south: point.latitude - up,
    north: point.latitude + up,
  };
}
