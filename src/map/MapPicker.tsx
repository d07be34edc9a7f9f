import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { PlaceCombobox } from '../components/PlaceCombobox.tsx';
import type { Coordinates } from '../contract/coordinates.ts';
import { Icon } from '../ui/Icon.tsx';
import { lazyCode } from '../ui/lazy-component.ts';
import { SmallButton } from '../ui/SmallButton.tsx';
import { type PlaceSuggestion, usePlaceSuggestions } from '../use-cases/places/use-place-suggestions.ts';
import classes from './MapPicker.module.css';
import {
  getCurrentLocation,
  lookUpAddress,
  type PickedPlace,
  placeWithoutAddress,
  REVERSE_GEOCODE_TIMEOUT_MS,
} from './picked-place.ts';

export type MapPickerProps = {
  end: 'pickUp' | 'dropOff';
  start: PickedPlace | undefined;
  onSelect: (place: PickedPlace) => void;
};

const map = lazyCode(() => import('./PickerMap.tsx').then((file) => file.PickerMap));

/** Picks one place: with a tap, by search, by the current location, or with the arrow keys and the map's centre. */
export function MapPicker({ end, start, onSelect }: MapPickerProps) {
  const picker = usePicker(start);
  const { picked, isFinding, pickPoint, pickPlace } = picker;
  const { code: PickerMap, hasFailed, retry } = map.useCode();
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
                <SmallButton onClick={retry}>Try again</SmallButton>
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
        <div className={`flex gap-2 ${classes.buttons}`}>
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

function PickerStatus(props: PickerState & Pick<MapPickerProps, 'end'>) {
  const { picked, isFinding, isLocating, errorMessage, end } = props;
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
        {errorMessage !== '' && <p className="mt-1 size-sm text-muted">{errorMessage}</p>}
      </div>
    </div>
  );
}

/** Finds a place by text: saved addresses, recent places and search results. */
function MapPlaceSearch({ onPick }: { onPick: (place: PickedPlace) => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const [pickedText, setPickedText] = useState('');
  // After a pick the field shows the picked place, which must not start a new search.
  const suggestions = usePlaceSuggestions(text === pickedText ? '' : text);
  const saved = suggestions.saved.filter(hasCoordinates);
  const recent = suggestions.recent.filter(hasCoordinates);
  const results = suggestions.results.filter(hasCoordinates);
  const hasNoResults = saved.length + recent.length + results.length === 0;

  function pick({ title, place: { name, chosen }, street }: PlaceSuggestion): void {
    if (!chosen) return;
    setText(title);
    setPickedText(title);
    onPick({ ...chosen, address: name, street });
  }

  return (
    <div className={`flex items-center gap-2 field-box ${classes.search}`}>
      <Icon name="search" />
      <label className="sr-only" htmlFor={id}>
        Search for a place
      </label>
      <PlaceCombobox
        id={id}
        value={text}
        onTextChange={setText}
        suggestions={{ ...suggestions, saved, recent, results }}
        onPick={pick}
        notes={suggestions.isComplete && hasNoResults ? ['No place found. Tap the map instead.'] : []}
        placeholder="Search for a place"
      />
    </div>
  );
}

/** A map can show only a place with coordinates. */
function hasCoordinates({ place }: PlaceSuggestion): boolean {
  return place.chosen !== undefined;
}

type PickerState = ReturnType<typeof usePicker>;

/** The state of the map picker. A newly picked point aborts the address lookup of the previous one. */
function usePicker(start: PickedPlace | undefined) {
  const [picked, setPicked] = useState(start);
  const [placesInView, setPlacesInView] = useState<readonly Coordinates[]>(start ? [start] : []);
  const [isFinding, setIsFinding] = useState(false);
  const [isLocating, setIsLocating] = useState(false);
  const [errorMessage, setErrorMessage] = useState('');
  const pendingRequest = useRef<AbortController>(undefined);
  // A location that arrives after another choice, or after the dialog was closed, must be ignored.
  const locationRequestId = useRef(0);
  const leave = useEffectEvent(cancelPending);
  useEffect(() => () => leave(), []);

  function cancelPending(): void {
    pendingRequest.current?.abort();
    pendingRequest.current = undefined;
    locationRequestId.current++;
  }

  function selectPlace(place: PickedPlace): void {
    cancelPending();
    setIsLocating(false);
    setIsFinding(false);
    setErrorMessage('');
    setPicked(place);
  }

  async function pickPoint(point: Coordinates): Promise<void> {
    selectPlace(placeWithoutAddress(point));
    const controller = new AbortController();
    pendingRequest.current = controller;
    setIsFinding(true);
    const timeout = setTimeout(() => controller.abort(), REVERSE_GEOCODE_TIMEOUT_MS);
    const place = await lookUpAddress(point, controller.signal);
    clearTimeout(timeout);
    if (pendingRequest.current !== controller) return;
    setIsFinding(false);
    if (place) setPicked(place);
    else setErrorMessage('No address found for this point. You can still use it by its coordinates.');
  }

  async function pickCurrentLocation(): Promise<void> {
    const requestId = ++locationRequestId.current;
    setErrorMessage('');
    setIsLocating(true);
    const location = await getCurrentLocation();
    if (locationRequestId.current !== requestId) return;
    setIsLocating(false);
    if ('errorMessage' in location) {
      setErrorMessage(location.errorMessage);
    } else {
      setPlacesInView([location.coordinates]);
      await pickPoint(location.coordinates);
    }
  }

  return {
    picked,
    /** The places to fit into the view. A tapped point is not among them, because it already is in view. */
    placesInView,
    isFinding,
    isLocating,
    /** Empty if there is no error. */
    errorMessage,
    pickPoint: (point: Coordinates) => void pickPoint(point),
    pickPlace: (place: PickedPlace) => {
      selectPlace(place);
      setPlacesInView([place]);
    },
    pickCurrentLocation: () => void pickCurrentLocation(),
  };
}
