import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import classes from './RouteLine.module.css';
import { pathBetween, pointAt, tiltAt } from './route-line-path.ts';

type RouteLineProps = {
  /** confirmed by the server; old: may have changed; unsent: only on this device; ghost: still loading. */
  texture?: 'confirmed' | 'old' | 'unsent' | 'ghost';
  /** Where the parcel is, 0 to 1; without it there is none yet. */
  progress?: number | undefined;
  /** How it ended, if it has. */
  end?: 'delivered' | 'cancelled' | undefined;
  /** What the line says; without it the line is decoration. */
  label?: string | undefined;
  className?: string | undefined;
};

/** The signature of Send: from the ring to the square along one curve, with the parcel on it. */
export function RouteLine({ texture = 'confirmed', progress, end, label, className = '' }: RouteLineProps) {
  const at = end === 'delivered' ? 1 : Math.min(0.95, Math.max(0.05, progress ?? 0));
  const hasParcel = progress !== undefined && end === undefined && texture !== 'ghost';
  return (
    <>
      <svg
        className={`${classes.route} ${className}`}
        viewBox="0 0 320 52"
        data-texture={texture}
        data-end={end}
        aria-hidden="true"
      >
        {end === 'cancelled' ? (
          <CancelledLine />
        ) : (
          <Line texture={texture} at={at} isMoving={hasParcel} end={end} />
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
        {hasParcel && <Parcel at={at} />}
      </svg>
      {label !== undefined && <VisuallyHidden>{label}</VisuallyHidden>}
    </>
  );
}

type LineProps = {
  texture: NonNullable<RouteLineProps['texture']>;
  at: number;
  isMoving: boolean;
  end: RouteLineProps['end'];
};

function Line({ texture, at, isMoving, end }: LineProps) {
  if (texture === 'unsent') return <path className={classes.done} d={pathBetween(0, 1)} />;
  if (end === 'delivered') return <path className={classes.done} d={pathBetween(0, 1)} />;
  if (!isMoving) return <path className={classes.rest} d={pathBetween(0, 1)} />;
  return (
    <>
      <path className={classes.rest} d={pathBetween(at, 1)} />
      <path className={classes.done} d={pathBetween(0, at)} />
    </>
  );
}

function CancelledLine() {
  return (
    <>
      <path className={classes.rest} d={pathBetween(0, 0.45)} />
      <path className={classes.rest} d={pathBetween(0.55, 1)} />
      <path className={classes.cross} d="M155 10.4l10 10m0-10-10 10" />
    </>
  );
}

function Parcel({ at }: { at: number }) {
  const { x, y } = pointAt(at);
  return (
    <rect
      className={classes.parcel}
      x={x - 7}
      y={y - 7}
      width="14"
      height="14"
      rx="3"
      transform={`rotate(${tiltAt(at)} ${x} ${y})`}
    />
  );
}
