import { Button } from '@mantine/core';
import { useMap, useMapEvents } from 'react-leaflet';
import type { Coordinates } from '../contract/place.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Icon } from '../ui/Icon.tsx';
import { MapCanvas } from './MapCanvas.tsx';
import classes from './MapPicker.module.css';
import { PlaceSearch } from './PlaceSearch.tsx';
import type { PickedPlace } from './picked-place.ts';
import { usePicker } from './use-picker.ts';
import { ZoomButtons } from './ZoomButtons.tsx';

type Props = {
  start: PickedPlace | undefined;
  onSelect: (place: PickedPlace) => void;
  onClose: () => void;
};

/** Picks one place: by pointing, by search, by where the person is, or with the arrow keys and the map's centre. */
export function MapPicker({ start, onSelect, onClose }: Props) {
  const { picked, isFinding, trouble, pickPoint, pickPlace, pickHere } = usePicker(start);
  return (
    <Dialog isOpen onClose={onClose} title="Pick location" size="full" closeLabel="Close the map">
      <div className={classes.picker}>
        <div className={classes.stage}>
          <MapCanvas
            label="Map. Arrow keys move it, plus and minus zoom, Use map centre picks what is in the middle."
            pins={picked ? [{ ...picked, kind: 'picked', label: picked.address }] : []}
          >
            <Clicks onPick={pickPoint} />
            <ZoomButtons onLocate={pickHere} />
            <Centre onPick={pickPoint} />
          </MapCanvas>
          <PlaceSearch onPick={pickPlace} />
        </div>
        <div className={classes.foot}>
          <div role="status" className={classes.picked}>
            <p>
              {isFinding
                ? 'Finding address...'
                : picked
                  ? `Selected location: ${picked.address}`
                  : 'Point at the map, search, or use its centre.'}
            </p>
            {trouble !== '' && <p className={classes.trouble}>{trouble}</p>}
          </div>
          <Button disabled={picked === undefined || isFinding} onClick={() => picked && onSelect(picked)}>
            Select
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Clicks({ onPick }: { onPick: (point: Coordinates) => void }) {
  useMapEvents({
    click: ({ latlng }) => {
      const { lat, lng } = latlng.wrap();
      onPick({ latitude: lat, longitude: lng });
    },
  });
  return null;
}

/** A crosshair and its button: for everybody who moves the map with keys. */
function Centre({ onPick }: { onPick: (point: Coordinates) => void }) {
  const map = useMap();
  return (
    <>
      <span className={classes.cross} aria-hidden="true" />
      <button
        type="button"
        className={classes.centre}
        onClick={(event) => {
          event.stopPropagation();
          const { lat, lng } = map.getCenter().wrap();
          onPick({ latitude: lat, longitude: lng });
        }}
      >
        <Icon name="locate" size={18} />
        Use map centre
      </button>
    </>
  );
}
