import { useId, useState } from 'react';
import { SUGGESTION_CLICK_GUARD_MS, SUGGESTION_LIST_MAX_PX } from '../contract/constants.ts';
import { type PlaceSuggestion, usePlaceChoices } from '../flows/use-place-suggestions.ts';
import { Combobox, type ComboboxOption } from '../ui/Combobox.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { IconName } from '../ui/icon-paths.ts';
import classes from './PlaceSearch.module.css';
import type { PickedPlace } from './picked-place.ts';

type Option = ComboboxOption & ({ place: PickedPlace } | { search: () => void });

/** Finds a place by its name: saved addresses, places chosen before, and whatever the geocoder knows. */
export function PlaceSearch({ onPick }: { onPick: (place: PickedPlace) => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const [taken, setTaken] = useState('');
  // What was just taken is in the field; it need not be looked for.
  const { saved, recent, found, isSearching, isAnswered, searchNow } = usePlaceChoices(
    text === taken ? '' : text,
  );
  const hasNothing = [...saved, ...recent, ...found].length === 0;

  function pick(option: Option): void {
    if ('search' in option) {
      option.search();
    } else {
      setText(option.title);
      setTaken(option.title);
      onPick(option.place);
    }
  }

  return (
    <div className={classes.search}>
      <Icon name="search" />
      <label htmlFor={id} className={classes.label}>
        Search for a place
      </label>
      <Combobox<Option>
        id={id}
        value={text}
        onType={setText}
        groups={[
          { label: 'Saved addresses', options: saved.flatMap((one) => optionsOf(one, 'home')) },
          { label: 'Recent places', options: recent.flatMap((one) => optionsOf(one, 'clock')) },
          { label: 'Places', options: found.flatMap((one) => optionsOf(one, 'pin')) },
          { label: 'Search', options: searchNow ? [searchOption(text.trim(), searchNow)] : [] },
        ]}
        onPick={pick}
        onActive={() => undefined}
        {...(isSearching && { note: 'Searching…' })}
        {...(isAnswered && hasNothing && { note: 'No place found. Point at the map instead.' })}
        placeholder="Search for a place"
        maxHeight={SUGGESTION_LIST_MAX_PX}
        clickGuard={SUGGESTION_CLICK_GUARD_MS}
      />
    </div>
  );
}

/** Only what has coordinates can be shown on a map. */
function optionsOf({ id, title, detail, place, street }: PlaceSuggestion, icon: IconName): Option[] {
  const { name, chosen } = place;
  return chosen ? [{ id, icon, title, detail, place: { ...chosen, address: name, street } }] : [];
}

function searchOption(text: string, search: () => void): Option {
  return { id: 'search', icon: 'search', title: `Search for “${text}”`, isMore: true, search };
}
