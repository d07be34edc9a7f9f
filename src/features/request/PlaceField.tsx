import { useId } from 'react';
import { PlaceCombobox } from '../../components/PlaceCombobox.tsx';
import type { DraftPlace } from '../../domain/draft.ts';
import { ROUTE_END_LABELS, type RouteEndKey } from '../../domain/route-end-key.ts';
import { usePlaceField } from '../../use-cases/places/use-place-field.ts';
import { MapPickerButton } from './MapPickerButton.tsx';
import classes from './PlaceField.module.css';

type PlaceFieldProps = {
  end: RouteEndKey;
  place: DraftPlace;
  onChange: (place: DraftPlace) => void;
  onFocus: () => void;
  onBlur: () => void;
  error: string | undefined;
  isDisabled: boolean;
};

/** One end of the route: a text field with suggestions, and a button that opens the map picker. */
export function PlaceField({ end, place, onChange, onFocus, onBlur, error, isDisabled }: PlaceFieldProps) {
  const id = useId();
  const field = usePlaceField({ place, onChange, onFocus, onBlur });
  return (
    <div className={classes.row} data-end={end}>
      <span className={end === 'pickUp' ? classes.ring : classes.square} aria-hidden="true" />
      <div className={classes.field}>
        <label htmlFor={id}>{ROUTE_END_LABELS[end].field}</label>
        <PlaceCombobox
          {...field}
          id={id}
          placeholder="Street, City, Postal Code"
          isDisabled={isDisabled}
          error={error}
        />
      </div>
      <MapPickerButton end={end} place={place} onPick={onChange} isDisabled={isDisabled} />
    </div>
  );
}
