import { useId } from 'react';
import { PlaceCombobox } from '../../components/PlaceCombobox.tsx';
import type { DraftPlace } from '../../domain/draft.ts';
import { ROUTE_END_LABELS, type RouteEndKey } from '../../domain/route-end-key.ts';
import { usePlaceField } from '../../use-cases/places/use-place-field.ts';
import classes from './EditPlace.module.css';

type EditPlaceProps = {
  end: RouteEndKey;
  place: DraftPlace;
  error: string | undefined;
  onChange: (place: DraftPlace) => void;
  onBlur: () => void;
};

/** One end of the route in the edit form, laid out like the form's other fields. */
export function EditPlace({ end, place, error, onChange, onBlur }: EditPlaceProps) {
  const id = useId();
  const field = usePlaceField({ place, onChange, onBlur });
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{ROUTE_END_LABELS[end].field}</label>
      <div className={classes.box} data-invalid={error !== undefined || undefined}>
        <span className={classes.mark} data-end={end} aria-hidden="true" />
        <PlaceCombobox {...field} id={id} placeholder="Street, City, Postal Code" error={error} />
      </div>
    </div>
  );
}
