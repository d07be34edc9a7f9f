import { type DivIcon, divIcon } from 'leaflet';
import classes from './MapCanvas.module.css';

/** The markers of a route (pick-up ring, drop-off square, parcel), and the pins of the map picker for either end. */
export type PinKind = 'from' | 'to' | 'parcel' | 'pickFrom' | 'pickTo';

const PIN = 'M17 42C9 32 3 25 3 17a14 14 0 0 1 28 0C31 25 25 32 17 42Z';

const DRAWINGS: Record<PinKind, { size: [number, number]; anchor: [number, number]; shapes: string }> = {
  from: smallPin(`<circle class="${classes.ring}" cx="16" cy="16" r="9"/>`),
  to: smallPin(`<rect class="${classes.square}" x="6.5" y="6.5" width="19" height="19" rx="5"/>`),
  parcel: smallPin(
    `<rect class="${classes.parcel}" x="7" y="7" width="18" height="18" rx="3" transform="rotate(-20 16 16)"/>`,
  ),
  pickFrom: largePin(`<circle class="${classes.hole}" cx="17" cy="17" r="5.500"/>`),
  pickTo: largePin(`<rect class="${classes.hole}" x="12" y="12" width="10" height="10" rx="2.500"/>`),
};

export function pinIcon(kind: PinKind): DivIcon {
  const { size, anchor, shapes } = DRAWINGS[kind];
  return divIcon({
    html: `<svg viewBox="0 0 ${size[0]} ${size[1]}" aria-hidden="true">${shapes}</svg>`,
    className: classes.pin ?? '',
    iconSize: size,
    iconAnchor: anchor,
  });
}

function smallPin(shapes: string) {
  return { size: [32, 32] as [number, number], anchor: [16, 16] as [number, number], shapes };
}

function largePin(hole: string) {
  const shapes = `<ellipse class="${classes.shadow}" cx="17" cy="42" rx="7" ry="2.500"/><path class="${classes.square}" d="${PIN}"/>${hole}`;
  return { size: [34, 46] as [number, number], anchor: [17, 42] as [number, number], shapes };
}
