import { useId, useState } from 'react';
import type { GeocodedPlace } from '../../api/places.ts';
import { PlaceCombobox } from '../../components/PlaceCombobox.tsx';
import { usePlaceSearch } from '../../use-cases/places/use-place-search.ts';
import classes from './AddressSearch.module.css';

/** Finds an address by text, so that the user does not have to fill in every field. */
export function AddressSearch({ onPick }: { onPick: (place: GeocodedPlace) => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const [pickedText, setPickedText] = useState('');
  // After a pick the field shows the picked place, which must not start a new search.
  const search = usePlaceSearch(text.trim() === pickedText ? '' : text);
  return (
    <div className="stack gap-icon">
      <label className="label" htmlFor={id}>
        Search for a place
      </label>
      <div className={`field-box relative ${classes.box}`}>
        <PlaceCombobox
          id={id}
          value={text}
          onTextChange={setText}
          suggestions={{ ...search, results: search.results.map(toSuggestion) }}
          onPick={({ place }) => {
            setText(place.description);
            setPickedText(place.description.trim());
            onPick(place);
          }}
          notes={
            search.isComplete && search.results.length === 0
              ? ['No place found. You can type the address below.']
              : []
          }
          placeholder="Street, town or postcode"
        />
      </div>
    </div>
  );
}

function toSuggestion(place: GeocodedPlace, index: number) {
  const [title = place.description, ...rest] = place.description.split(', ');
  return { id: `${index}-${place.placeId}`, title, detail: rest.join(', '), place };
}
