import { useEffect } from 'react';
import { useMap, useMapEvents } from 'react-leaflet';
import type { Coordinates } from '../contract/coordinates.ts';
import classes from './MapCanvas.module.css';
import { MapCanvas } from './MapCanvas.tsx';
import type { PinKind } from './MapPin.tsx';
import type { PickedPlace } from './picked-place.ts';

export type PickerMapProps = {
  picked: PickedPlace | undefined;
  kind: PinKind;
  placesInView: readonly Coordinates[];
  isLocating: boolean;
  onPick: (point: Coordinates) => void;
  onLocate: () => void;
  /** Called with the centre of the map, initially and after every move. */
  onCentreChange: (centre: Coordinates) => void;
};

const LABEL = 'Map. Use the arrow keys to move, plus and minus to zoom, and Enter to pick the centre.';

/** The map of the picker, with one pin where the user taps, or at the crosshair when they press Enter. */
export function PickerMap(props: PickerMapProps) {
  const { picked, kind, placesInView, isLocating, onPick, onLocate, onCentreChange } = props;
  return (
    <MapCanvas
      label={LABEL}
      placesInView={placesInView}
      locating={{ isLocating, onLocate }}
      pins={picked ? [{ ...picked, kind, label: picked.address }] : []}
    >
      <PickerEvents onPick={onPick} onCentreChange={onCentreChange} />
      <span className={classes.crosshair} aria-hidden="true" />
    </MapCanvas>
  );
}

function PickerEvents({ onPick, onCentreChange }: Pick<PickerMapProps, 'onPick' | 'onCentreChange'>) {
  const map = useMap();
  useMapEvents({
    click: ({ latlng }) => {
      const { lat, lng } = latlng.wrap();
      onPick({ latitude: lat, longitude: lng });
    },
    keydown: ({ originalEvent }) => {
      // A key press on a button of the map belongs to the button.
      if (originalEvent.key !== 'Enter' || originalEvent.target !== map.getContainer()) return;
      originalEvent.preventDefault();
      onPick(centreOf(map));
    },
    moveend: () => onCentreChange(centreOf(map)),
  });
  useEffect(() => void onCentreChange(centreOf(map)), [map, onCentreChange]);
  return null;
}

function centreOf(map: ReturnType<typeof useMap>): Coordinates {
  const { lat, lng } = map.getCenter().wrap();
  return { latitude: lat, longitude: lng };
}
