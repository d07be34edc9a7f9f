type Point = { x: number; y: number };

// One quadratic curve from the ring's edge to the square's, on a 320 by 52 canvas.
const FROM: Point = { x: 18.5, y: 39.7 };
const BEND: Point = { x: 159.6, y: -8.8 };
const TO: Point = { x: 300.6, y: 39.4 };

const between = (a: Point, b: Point, at: number): Point => ({
  x: a.x + (b.x - a.x) * at,
  y: a.y + (b.y - a.y) * at,
});
const round = (value: number) => Math.round(value * 10) / 10;
const text = ({ x, y }: Point) => `${round(x)} ${round(y)}`;

/** The part of the line between two positions, 0 at the ring and 1 at the square, as path data. */
export function pathBetween(start: number, end: number): string {
  const bend = between(between(FROM, BEND, start), between(BEND, TO, start), end);
  return `M${text(pointAt(start))}Q${text(bend)} ${text(pointAt(end))}`;
}

export function pointAt(at: number): Point {
  const point = between(between(FROM, BEND, at), between(BEND, TO, at), at);
  return { x: round(point.x), y: round(point.y) };
}

/** The direction of travel in degrees, for the tilt of the parcel. */
export function tiltAt(at: number): number {
  const before = between(FROM, BEND, at);
  const after = between(BEND, TO, at);
  return round((Math.atan2(after.y - before.y, after.x - before.x) * 180) / Math.PI);
}
