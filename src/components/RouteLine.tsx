import classes from './RouteLine.module.css';

type RouteLineProps = {
  /** `stale`: may have changed; `unsent`: saved on this device only; `skeleton`: loading. */
  texture?: 'confirmed' | 'stale' | 'unsent' | 'skeleton';
  /** The position of the parcel from 0 to 1; undefined before it is on its way. */
  progress?: number | undefined;
  /** How the delivery ended, if it has. */
  end?: 'delivered' | 'canceled' | undefined;
  className?: string | undefined;
};

/** Send's route symbol: a curve from a ring (pick-up) to a square (drop-off) with the parcel on it. Decorative. */
export function RouteLine({ texture = 'confirmed', progress, end, className = '' }: RouteLineProps) {
  const position = Math.min(0.95, Math.max(0.05, progress ?? 0));
  const hasParcel = progress !== undefined && end === undefined && texture !== 'skeleton';
  const isDone = texture === 'unsent' || end === 'delivered';
  const doneUntil = isDone ? 1 : hasParcel ? position : 0;
  return (
    <svg
      className={`${classes.route} ${className}`}
      viewBox="0 0 320 52"
      data-texture={texture}
      data-end={end}
      aria-hidden="true"
    >
      {end === 'canceled' ? (
        <>
          <path className={classes.rest} d={pathBetween(0, 0.45)} />
          <path className={classes.rest} d={pathBetween(0.55, 1)} />
          <path className={classes.cross} d="M155 10.4l10 10m0-10-10 10" />
        </>
      ) : (
        <>
          {doneUntil < 1 && <path className={classes.rest} d={pathBetween(doneUntil, 1)} />}
          {doneUntil > 0 && <path className={classes.done} d={pathBetween(0, doneUntil)} />}
        </>
      )}
      <circle className={classes.ring} cx="12" cy="42" r="6" />
      <rect
        className={end === 'delivered' ? classes.arrived : classes.square}
        x="302"
        y="36"
        width="12"
        height="12"
        rx="3"
      />
      {hasParcel && <Parcel position={position} />}
    </svg>
  );
}

function Parcel({ position }: { position: number }) {
  const { x, y } = pointAt(position);
  return (
    <rect
      className={classes.parcel}
      x={x - 7}
      y={y - 7}
      width="14"
      height="14"
      rx="3"
      transform={`rotate(${tiltAt(position)} ${x} ${y})`}
    />
  );
}

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
function pathBetween(start: number, end: number): string {
  const bend = interpolate(
    interpolate(FROM, CONTROL_POINT, start),
    interpolate(CONTROL_POINT, TO, start),
    end,
  );
  return `M${pathCoordinates(pointAt(start))}Q${pathCoordinates(bend)} ${pathCoordinates(pointAt(end))}`;
}

function pointAt(at: number): Point {
  const point = interpolate(interpolate(FROM, CONTROL_POINT, at), interpolate(CONTROL_POINT, TO, at), at);
  return { x: round(point.x), y: round(point.y) };
}

/** The direction of travel in degrees, by which the parcel is rotated. */
function tiltAt(at: number): number {
  const before = interpolate(FROM, CONTROL_POINT, at);
  const after = interpolate(CONTROL_POINT, TO, at);
  return round((Math.atan2(after.y - before.y, after.x - before.x) * 180) / Math.PI);
}
