import { useEffect } from 'react';
import { useMap, useMapEvents } from 'react-leaflet';
import type { Coordinates } from '../contract/place.ts';
import classes from './MapCanvas.module.css';
import { MapCanvas } from './MapCanvas.tsx';
import type { PickedPlace } from './picked-place.ts';
import type { PinKind } from './pin-icons.ts';
import { ZoomButtons } from './ZoomButtons.tsx';

export type PickerMapProps = {
  picked: PickedPlace | undefined;
  kind: PinKind;
  /** What is brought into view when it changes. */
  placesInView: readonly Coordinates[];
  isLocating: boolean;
  onPick: (point: Coordinates) => void;
  onLocate: () => void;
  /** Told where the middle of the map is, at first and after every move. */
  onMove: (centre: Coordinates) => void;
};

const LABEL = 'Map. Arrow keys move it, plus and minus zoom, Enter picks what is in the middle.';

/** The map of the picker: one pin, put where the person points or where the crosshair is. */
export function PickerMap({
  picked,
  kind,
  placesInView,
  isLocating,
  onPick,
  onLocate,
  onMove,
}: PickerMapProps) {
  return (
    <MapCanvas
      label={LABEL}
      placesInView={placesInView}
      pins={picked ? [{ ...picked, kind, label: picked.address }] : []}
    >
      <PickerEvents onPick={onPick} onMove={onMove} />
      <span className={classes.crosshair} aria-hidden="true" />
      <ZoomButtons locating={{ isLocating, onLocate }} />
    </MapCanvas>
  );
}

function PickerEvents({ onPick, onMove }: Pick<PickerMapProps, 'onPick' | 'onMove'>) {
  const map = useMap();
  useMapEvents({
    click: ({ latlng }) => {
      const { lat, lng } = latlng.wrap();
      onPick({ latitude: lat, longitude: lng });
    },
    keydown: ({ originalEvent }) => {
      // Keys of a button on the map are the button's.
      if (originalEvent.key !== 'Enter' || originalEvent.target !== map.getContainer()) return;
      originalEvent.preventDefault();
      onPick(centreOf(map));
    },
    moveend: () => onMove(centreOf(map)),
  });
  useEffect(() => onMove(centreOf(map)), [map, onMove]);
  return null;
}

function centreOf(map: ReturnType<typeof useMap>): Coordinates {
  const { lat, lng } = map.getCenter().wrap();
  return { latitude: lat, longitude: lng };
}
