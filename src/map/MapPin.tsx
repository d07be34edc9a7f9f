import type { Marker as LeafletMarker } from 'leaflet';
import { useEffect, useRef } from 'react';
import { Marker } from 'react-leaflet';
import type { Pin } from './MapCanvas.tsx';
import { pinIcon } from './pin-icons.ts';

/** One of the shapes of Send at its place. It can be read, not pressed. */
export function MapPin({ kind, label, latitude, longitude }: Pin) {
  const marker = useRef<LeafletMarker>(null);
  useEffect(() => {
    const element = marker.current?.getElement();
    if (!element) return;
    // Leaflet names only markers that are pictures; ours are drawings.
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

// Made once: another icon object would make Leaflet draw the pin, and lose its name, at every change.
const ICONS = {
  from: pinIcon('from'),
  to: pinIcon('to'),
  parcel: pinIcon('parcel'),
  pickFrom: pinIcon('pickFrom'),
  pickTo: pinIcon('pickTo'),
};
