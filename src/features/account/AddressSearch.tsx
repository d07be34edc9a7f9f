import { useId, useState } from 'react';
import type { GeocodedPlace } from '../../api/places.ts';
import { SUGGESTION_CLICK_GUARD_MS, SUGGESTION_LIST_MAX_PX } from '../../contract/constants.ts';
import { Combobox, type ComboboxOption } from '../../ui/Combobox.tsx';
import { TextButton } from '../../ui/TextLink.tsx';
import { usePlaceSearch } from '../../use-cases/places/use-place-search.ts';
import classes from './AddressSearch.module.css';

type AddressOption = ComboboxOption & { place: GeocodedPlace };

/** Searches a place by its name, so that nobody has to type a whole address. */
export function AddressSearch({ onPick }: { onPick: (place: GeocodedPlace) => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const [selectedText, setSelectedText] = useState('');
  const query = text.trim();
  const { results, isSearching, isComplete, searchNow } = usePlaceSearch(query === selectedText ? '' : query);

  return (
    <div className={classes.search}>
      <label htmlFor={id}>Search for a place</label>
      <div className={classes.box}>
        <Combobox<AddressOption>
          id={id}
          value={text}
          onTextChange={setText}
          groups={[{ label: 'Places', options: results.map(optionOf) }]}
          onPick={({ place }) => {
            setText(place.description);
            setSelectedText(place.description.trim());
            onPick(place);
          }}
          onActiveChange={() => undefined}
          note={noteOf()}
          placeholder="Street, town or postcode"
          maxHeight={SUGGESTION_LIST_MAX_PX}
          blurDelayMs={SUGGESTION_CLICK_GUARD_MS}
        />
      </div>
      {searchNow && <TextButton onClick={searchNow}>{`Search for “${query}”`}</TextButton>}
    </div>
  );

  function noteOf(): string | undefined {
    if (isSearching) return 'Searching…';
    return isComplete && results.length === 0 ? 'No place found. You can type the address below.' : undefined;
  }
}

function optionOf(place: GeocodedPlace, index: number): AddressOption {
  const [title = place.description, ...rest] = place.description.split(', ');
  return { id: `${index}-${place.placeId}`, icon: 'pin', title, detail: rest.join(', '), place };
}
