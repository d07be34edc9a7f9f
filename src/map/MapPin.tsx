import { type DivIcon, divIcon, type Marker as LeafletMarker } from 'leaflet';
import { useEffect, useRef } from 'react';
import { Marker } from 'react-leaflet';
import type { Coordinates } from '../contract/coordinates.ts';
import classes from './MapCanvas.module.css';

/** The markers of a route (pick-up ring, drop-off square, parcel), and the pins of the map picker for either end. */
export type PinKind = 'from' | 'to' | 'parcel' | 'pickFrom' | 'pickTo';

const PIN = 'M17 42C9 32 3 25 3 17a14 14 0 0 1 28 0C31 25 25 32 17 42Z';

type Shape = readonly [
  tag: 'circle' | 'ellipse' | 'path' | 'rect',
  attributes: Record<string, string | number>,
];

// The icons are constants, because a new icon object makes Leaflet draw the pin again, which removes its name.
const ICONS: Record<PinKind, DivIcon> = {
  from: smallPin('circle', { class: classes.ring ?? '', cx: 16, cy: 16, r: 9 }),
  to: smallPin('rect', { class: classes.square ?? '', x: 6.5, y: 6.5, width: 19, height: 19, rx: 5 }),
  parcel: smallPin('rect', {
    class: classes.parcel ?? '',
    x: 7,
    y: 7,
    width: 18,
    height: 18,
    rx: 3,
    transform: 'rotate(-20 16 16)',
  }),
  pickFrom: largePin('circle', { class: classes.hole ?? '', cx: 17, cy: 17, r: 5.5 }),
  pickTo: largePin('rect', { class: classes.hole ?? '', x: 12, y: 12, width: 10, height: 10, rx: 2.5 }),
};

function smallPin(...shape: Shape): DivIcon {
  return pinIcon([32, 32], [16, 16], [shape]);
}

function largePin(...hole: Shape): DivIcon {
  const shadow: Shape = ['ellipse', { class: classes.shadow ?? '', cx: 17, cy: 42, rx: 7, ry: 2.5 }];
  const pin: Shape = ['path', { class: classes.square ?? '', d: PIN }];
  return pinIcon([34, 46], [17, 42], [shadow, pin, hole]);
}

function pinIcon(size: [number, number], anchor: [number, number], shapes: Shape[]): DivIcon {
  const svg = svgElement('svg', { viewBox: `0 0 ${size[0]} ${size[1]}`, 'aria-hidden': 'true' });
  for (const shape of shapes) svg.append(svgElement(...shape));
  // The icon gets an element and no HTML text, because Trusted Types forbid Leaflet to parse one.
  const html = document.createElement('span');
  html.append(svg);
  return divIcon({ html, className: classes.pin ?? '', iconSize: size, iconAnchor: anchor });
}

function svgElement(tag: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

/** A marker on the map. A pin without a label is decorative and hidden from assistive technology. */
export type Pin = Coordinates & { kind: PinKind; label: string };

/** Shows a pin. It has a name for screen readers but no action. */
export function MapPin({ kind, label, latitude, longitude }: Pin) {
  const marker = useRef<LeafletMarker>(null);
  useEffect(() => {
    const element = marker.current?.getElement();
    if (!element) return;
    // Leaflet sets a name only on image markers, and ours are inline SVG.
    if (label === '') {
      element.setAttribute('aria-hidden', 'true');
    } else {
      element.setAttribute('role', 'img');
      element.setAttribute('aria-label', label);
      element.title = label;
    }
  }, [label]);
  return (
    <Marker
      ref={marker}
      position={[latitude, longitude]}
      icon={ICONS[kind]}
      keyboard={false}
      interactive={false}
    />
  );
}
