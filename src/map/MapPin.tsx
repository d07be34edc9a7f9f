import type { Marker as LeafletMarker } from 'leaflet';
import { useEffect, useRef } from 'react';
import { Marker } from 'react-leaflet';
import type { Coordinates } from '../contract/coordinates.ts';
import { type PinKind, pinIcon } from './pin-icons.ts';

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

// The icons are constants, because a new icon object makes Leaflet draw the pin again, which removes its name.
const ICONS = {
  from: pinIcon('from'),
  to: pinIcon('to'),
  parcel: pinIcon('parcel'),
  pickFrom: pinIcon('pickFrom'),
  pickTo: pinIcon('pickTo'),
};
