type Point = { x: number; y: number };

// The line is a quadratic Bézier curve from the ring's edge to the square's edge on a 320 by 52 canvas.
const FROM: Point = { x: 18.5, y: 39.7 };
const CONTROL_POINT: Point = { x: 159.6, y: -8.8 };
const TO: Point = { x: 300.6, y: 39.4 };

const interpolate = (a: Point, b: Point, at: number): Point => ({
  x: a.x + (b.x - a.x) * at,
  y: a.y + (b.y - a.y) * at,
});
const round = (value: number) => Math.round(value * 10) / 10;
const pathCoordinates = ({ x, y }: Point) => `${round(x)} ${round(y)}`;

/** SVG path data for the part of the line between two positions; 0 is the ring and 1 the square. */
export function pathBetween(start: number, end: number): string {
  const bend = interpolate(
    interpolate(FROM, CONTROL_POINT, start),
    interpolate(CONTROL_POINT, TO, start),
    end,
  );
  return `M${pathCoordinates(pointAt(start))}Q${pathCoordinates(bend)} ${pathCoordinates(pointAt(end))}`;
}

export function pointAt(at: number): Point {
  const point = interpolate(interpolate(FROM, CONTROL_POINT, at), interpolate(CONTROL_POINT, TO, at), at);
  return { x: round(point.x), y: round(point.y) };
}

/** The direction of travel in degrees, by which the parcel is rotated. */
export function tiltAt(at: number): number {
  const before = interpolate(FROM, CONTROL_POINT, at);
  const after = interpolate(CONTROL_POINT, TO, at);
  return round((Math.atan2(after.y - before.y, after.x - before.x) * 180) / Math.PI);
}
