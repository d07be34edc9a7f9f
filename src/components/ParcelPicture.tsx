import type { Sides } from '../contract/rules.ts';
import classes from './ParcelPicture.module.css';

/** Everything up to this size is drawn beside a hand, everything larger beside a door. */
const HAND_SIDE_MAX_M = 0.45;
const DOOR_HEIGHT_M = 2;
const HAND_HEIGHT_M = 0.18;
const VIEW = { width: 104, height: 56, ground: 54 };

/** The front of a parcel, to scale with the hand or the door beside it. */
export function ParcelPicture({ sides }: { sides: Sides }) {
  const isSmall = Math.max(sides.width, sides.length, sides.height) <= HAND_SIDE_MAX_M;
  const pixelsPerMetre = isSmall ? 150 : 26;
  const width = sides.width * pixelsPerMetre;
  const height = sides.height * pixelsPerMetre;
  const top = VIEW.ground - height;
  return (
    <svg
      className={classes.picture}
      viewBox={`0 0 ${VIEW.width} ${VIEW.height}`}
      data-reference={isSmall ? 'hand' : 'door'}
      aria-hidden="true"
    >
      {isSmall ? <Hand scale={pixelsPerMetre} /> : <Door scale={pixelsPerMetre} />}
      <rect className={classes.parcel} x={40} y={top} width={width} height={height} rx={2} />
      <path className={classes.tape} d={`M${40 + width / 2} ${top}v${height}`} />
    </svg>
  );
}

/** A dotted outline for a size that is entered. */
export function CustomPicture() {
  return (
    <svg className={classes.picture} viewBox={`0 0 ${VIEW.width} ${VIEW.height}`} aria-hidden="true">
      <path className={classes.custom} d="M36 8 62 18v22L36 52 10 40V18zM10 18l26 10 26-10M36 28v24" />
    </svg>
  );
}

function Door({ scale }: { scale: number }) {
  const height = DOOR_HEIGHT_M * scale;
  const width = height * 0.42;
  const top = VIEW.ground - height;
  return (
    <path
      className={classes.reference}
      d={`M8 ${VIEW.ground}V${top}h${width}v${height}M${8 + width - 5} ${top + height / 2}v3`}
    />
  );
}

/** An open hand, with its fingertips up. Its path is drawn in a box of 18 by 27. */
function Hand({ scale }: { scale: number }) {
  const factor = (HAND_HEIGHT_M * scale) / 27;
  return (
    <path
      className={classes.reference}
      transform={`translate(8 ${VIEW.ground - 27 * factor}) scale(${factor})`}
      d="M5 27c-2-3-5-8-5-11 0-2 2-2 3 0l1.5 3V5c0-2 3-2 3 0v8V2c0-2.5 3-2.5 3 0v11V3c0-2.5 3-2.5 3 0v10V6c0-2 3-2 3 0v11c0 5-2 8-3 10z"
    />
  );
}
