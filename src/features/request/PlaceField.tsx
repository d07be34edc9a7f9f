import { useEffect, useId, useRef, useState } from 'react';
import { PlaceCombobox } from '../../components/PlaceCombobox.tsx';
import type { DraftPlace } from '../../domain/draft.ts';
import { toDraftPlace } from '../../domain/draft-place.ts';
import { ROUTE_END_LABELS, type RouteEndKey } from '../../domain/route-end-key.ts';
import { MapPickerButton } from '../../map/LazyMapPicker.tsx';
import { usePlaceField } from '../../use-cases/places/use-place-field.ts';
import classes from './PlaceField.module.css';

type PlaceFieldProps = {
  end: RouteEndKey;
  place: DraftPlace;
  onChange: (place: DraftPlace) => void;
  onFocus: () => void;
  onBlur: () => void;
  /** Called after a place was chosen in the list. */
  onPicked: () => void;
  error: string | undefined;
  isDisabled: boolean;
};

/** One end of the route: a text field with suggestions, and a button that opens the map picker. */
export function PlaceField(props: PlaceFieldProps) {
  const { end, place, onChange, onFocus, onBlur, onPicked, error, isDisabled } = props;
  const id = useId();
  const field = usePlaceField({ place, onChange, onFocus, onBlur, onPicked });
  const myLocation = useMyLocation(place, (found) => {
    onChange(found);
    onPicked();
  });
  const isEmpty = place.name === '' || place.chosen !== undefined;
  return (
    <div className={`items-center gap-3 rounded-lg relative ${classes.row}`} data-end={end}>
      <span className="end-mark justify-self-center" data-end={end} aria-hidden="true" />
      <div className={'min-w-0'}>
        <label className="block text-sm text-muted" htmlFor={id}>
          {ROUTE_END_LABELS[end].field}
        </label>
        <PlaceCombobox
          {...field}
          id={id}
          placeholder="Street, City, Postal Code"
          isDisabled={isDisabled}
          error={error}
          onUseMyLocation={isEmpty ? myLocation.find : undefined}
        />
        <p className="text-sm text-soft" role="status">
          {myLocation.message}
        </p>
      </div>
      <MapPickerButton end={end} place={place} onPick={onChange} isDisabled={isDisabled} />
    </div>
  );
}

/** Fills a place field with the current location. A change of the field in the meantime wins. */
function useMyLocation(place: DraftPlace, onFound: (place: DraftPlace) => void) {
  const [message, setMessage] = useState('');
  // The prerendered page is the same for every device, so the device is asked after hydration.
  const [isAvailable, setIsAvailable] = useState(false);
  useEffect(() => void setIsAvailable('geolocation' in navigator), []);
  const latestName = useRef<string>(undefined);
  useEffect(() => {
    latestName.current = place.name;
    return () => {
      latestName.current = undefined;
    };
  }, [place.name]);

  async function find(): Promise<void> {
    const nameBefore = place.name;
    setMessage('Finding your location…');
    // The code is loaded on demand, because most people type an address.
    const { findMyPlace } = await import('../../map/picked-place.ts');
    const found = await findMyPlace();
    if (latestName.current !== nameBefore) {
      setMessage('');
      return;
    }
    setMessage('errorMessage' in found ? found.errorMessage : '');
    if ('errorMessage' in found) return;
    onFound(toDraftPlace({ ...found.place, name: found.place.address }));
  }

  return {
    message,
    /** Asks the device for its location; undefined if the device has none. */
    find: isAvailable ? () => void find() : undefined,
  };
}
