import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Coordinates } from '../contract/coordinates.ts';
import classes from './MapPicker.module.css';
import { MapPlaceSearch } from './MapPlaceSearch.tsx';
import type { PickedPlace } from './picked-place.ts';
import { useMapCode } from './use-map-code.ts';
import { type PickerState, usePicker } from './use-picker.ts';

type MapPickerProps = {
  end: 'pickUp' | 'dropOff';
  start: PickedPlace | undefined;
  onSelect: (place: PickedPlace) => void;
};

const loadMap = () => import('./PickerMap.tsx').then((file) => file.PickerMap);

/** Picks one place: with a tap, by search, by the current location, or with the arrow keys and the map's centre. */
export function MapPicker({ end, start, onSelect }: MapPickerProps) {
  const picker = usePicker(start);
  const { picked, isFinding, pickPoint, pickPlace } = picker;
  const { code: PickerMap, hasFailed, retry } = useMapCode(loadMap);
  const [centre, setCentre] = useState<Coordinates>();
  return (
    <div className={classes.picker}>
      <div className={`flex-1 relative ${classes.stage}`}>
        {PickerMap ? (
          <PickerMap
            {...picker}
            kind={end === 'pickUp' ? 'pickFrom' : 'pickTo'}
            onPick={pickPoint}
            onLocate={picker.pickCurrentLocation}
            onCentreChange={setCentre}
          />
        ) : (
          <div className={`justify-items-center gap-3 text-center ${classes.placeholder}`} role="status">
            {hasFailed ? (
              <>
                <p>The map could not be loaded. You can still search for a place above.</p>
                <Button variant="default" size="sm" onClick={retry}>
                  Try again
                </Button>
              </>
            ) : (
              <p>Loading the map…</p>
            )}
          </div>
        )}
        <MapPlaceSearch onPick={pickPlace} />
      </div>
      <div className={`stack gap-4 ${classes.foot}`}>
        <PickerStatus {...picker} end={end} />
        <div className={`flex flex-wrap gap-2 ${classes.buttons}`}>
          <Button
            variant="subtle"
            disabled={centre === undefined}
            onClick={() => centre && pickPoint(centre)}
          >
            Use map centre
          </Button>
          <Button
            className={classes.select ?? ''}
            disabled={picked === undefined || isFinding}
            onClick={() => picked && onSelect(picked)}
          >
            Select
          </Button>
        </div>
      </div>
    </div>
  );
}

function PickerStatus({
  picked,
  isFinding,
  isLocating,
  errorMessage,
  end,
}: PickerState & Pick<MapPickerProps, 'end'>) {
  return (
    <div className={`gap-3 min-w-0 text-soft ${classes.status}`}>
      <span className="end-mark mt-1" data-end={end} aria-hidden="true" />
      <div role="status">
        <p>
          {isFinding ? (
            'Finding address...'
          ) : isLocating ? (
            'Finding your location…'
          ) : picked ? (
            <>
              Selected location: <b>{picked.address}</b>
            </>
          ) : (
            'Tap the map, search, or use its centre.'
          )}
        </p>
        {errorMessage !== '' && <p className={'mt-1 size-sm text-muted'}>{errorMessage}</p>}
      </div>
    </div>
  );
}
