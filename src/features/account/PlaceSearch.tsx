import { useId, useState } from 'react';
import type { FoundPlace } from '../../api/places.ts';
import { SUGGESTION_CLICK_GUARD_MS, SUGGESTION_LIST_MAX_PX } from '../../contract/constants.ts';
import { usePlaceSearch } from '../../flows/use-place-search.ts';
import { Combobox, type ComboboxOption } from '../../ui/Combobox.tsx';
import { TextButton } from '../../ui/TextLink.tsx';
import classes from './PlaceSearch.module.css';

type PlaceOption = ComboboxOption & { place: FoundPlace };

/** Finds a place by words, so that nobody has to type a whole address. */
export function PlaceSearch({ onPick }: { onPick: (place: FoundPlace) => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const [picked, setPicked] = useState('');
  const wanted = text.trim();
  const { found, isSearching, isAnswered, searchNow } = usePlaceSearch(wanted === picked ? '' : wanted);

  return (
    <div className={classes.search}>
      <label htmlFor={id}>Search for a place</label>
      <div className={classes.box}>
        <Combobox<PlaceOption>
          id={id}
          value={text}
          onType={setText}
          groups={[{ label: 'Places', options: found.map(optionOf) }]}
          onPick={({ place }) => {
            setText(place.description);
            setPicked(place.description.trim());
            onPick(place);
          }}
          onActive={() => undefined}
          note={noteOf()}
          placeholder="Street, town or postcode"
          maxHeight={SUGGESTION_LIST_MAX_PX}
          clickGuard={SUGGESTION_CLICK_GUARD_MS}
        />
      </div>
      {searchNow && <TextButton onClick={searchNow}>{`Search for “${wanted}”`}</TextButton>}
    </div>
  );

  function noteOf(): string | undefined {
    if (isSearching) return 'Searching…';
    return isAnswered && found.length === 0 ? 'No place found. You can type the address below.' : undefined;
  }
}

function optionOf(place: FoundPlace, index: number): PlaceOption {
  const [title = place.description, ...rest] = place.description.split(', ');
  return { id: `${index}-${place.placeId}`, icon: 'pin', title, detail: rest.join(', '), place };
}
