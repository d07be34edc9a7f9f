import { type DivIcon, divIcon } from 'leaflet';
import classes from './MapCanvas.module.css';

export type PinKind = 'from' | 'to' | 'picked';

// The three shapes of the line: ring, square, and the parcel on its way.
const SHAPES: Record<PinKind, string> = {
  from: `<svg viewBox="0 0 32 32" aria-hidden="true"><circle class="${classes.ring}" cx="16" cy="16" r="9"/></svg>`,
  to: `<svg viewBox="0 0 32 32" aria-hidden="true"><rect class="${classes.square}" x="7" y="7" width="18" height="18" rx="5"/></svg>`,
  picked: `<svg viewBox="0 0 32 40" aria-hidden="true"><path class="${classes.square}" d="M16 38C24 28.500 29 22 29 15.500a13 13 0 0 0-26 0C3 22 8 28.500 16 38Z"/><circle class="${classes.hole}" cx="16" cy="15.500" r="5"/></svg>`,
};

export function pinIcon(kind: PinKind): DivIcon {
  const isPin = kind === 'picked';
  return divIcon({
    html: SHAPES[kind],
    className: classes.pin ?? '',
    iconSize: isPin ? [32, 40] : [32, 32],
    iconAnchor: isPin ? [16, 38] : [16, 16],
  });
}
