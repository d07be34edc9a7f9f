import { useId } from 'react';
import { PlaceCombobox } from '../../components/PlaceCombobox.tsx';
import type { DraftPlace } from '../../domain/draft.ts';
import { ROUTE_END_LABELS, type RouteEndKey } from '../../domain/route-end-key.ts';
import { pickFor } from '../../domain/unclear-places.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { usePlaceField } from '../../use-cases/places/use-place-field.ts';
import classes from './EditPlace.module.css';

// Only the edit form needs it, and most people never edit a delivery.
const MapPickerButton = lazyComponent(() =>
  import('../../map/MapPickerButton.tsx').then((module) => module.MapPickerButton),
);

type EditPlaceProps = {
  end: RouteEndKey;
  place: DraftPlace;
  error: string | undefined;
  /** The place must be picked before the delivery can be paid. */
  isUnclear: boolean;
  onChange: (place: DraftPlace) => void;
  onBlur: () => void;
};

/** One end of the route in the edit form, laid out like the form's other fields. */
export function EditPlace({ end, place, error, isUnclear, onChange, onBlur }: EditPlaceProps) {
  const id = useId();
  const field = usePlaceField({ place, onChange, onBlur });
  return (
    <div className={'stack gap-icon'} data-unclear={isUnclear || undefined}>
      <label className="label" htmlFor={id}>
        {ROUTE_END_LABELS[end].field}
      </label>
      <div
        className={`field-box items-center gap-3 relative ${classes.box}`}
        data-invalid={error !== undefined || undefined}
      >
        <span className={`end-mark ${classes.mark}`} data-end={end} aria-hidden="true" />
        <PlaceCombobox {...field} id={id} placeholder="Street, City, Postal Code" error={error} />
        <MapPickerButton
          end={end}
          place={place}
          isDisabled={false}
          onPick={(picked) =>
            onChange(
              isUnclear && picked.chosen ? pickFor(place, { ...picked.chosen, label: picked.name }) : picked,
            )
          }
        />
      </div>
      <p role="status" className={`text-sm text-soft ${classes.message}`}>
        {isUnclear && 'Which one did you mean? Choose a suggestion, or pick the place on the map.'}
      </p>
    </div>
  );
}
