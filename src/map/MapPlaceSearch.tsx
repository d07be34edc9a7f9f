import { useId, useState } from 'react';
import { SUGGESTION_CLICK_GUARD_MS, SUGGESTION_LIST_MAX_PX } from '../contract/constants.ts';
import { Combobox, type ComboboxOption } from '../ui/Combobox.tsx';
import { Icon } from '../ui/Icon.tsx';
import type { IconName } from '../ui/icon-paths.ts';
import { type PlaceSuggestion, usePickerSuggestions } from '../use-cases/places/use-place-suggestions.ts';
import classes from './MapPlaceSearch.module.css';
import type { PickedPlace } from './picked-place.ts';

type MapPlaceOption = ComboboxOption & ({ place: PickedPlace } | { search: () => void });

/** Searches saved addresses, recent places and the geocoder. */
export function MapPlaceSearch({ onPick }: { onPick: (place: PickedPlace) => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const [selectedText, setSelectedText] = useState('');
  // The field shows the place that was just picked, which must not start another search.
  const { saved, recent, results, isSearching, isComplete, searchNow } = usePickerSuggestions(
    text === selectedText ? '' : text,
  );
  const hasNoResults = [...saved, ...recent, ...results].length === 0;

  function pick(option: MapPlaceOption): void {
    if ('search' in option) {
      option.search();
    } else {
      setText(option.title);
      setSelectedText(option.title);
      onPick(option.place);
    }
  }

  return (
    <div className={classes.search}>
      <Icon name="search" />
      <label htmlFor={id} className={classes.label}>
        Search for a place
      </label>
      <Combobox<MapPlaceOption>
        id={id}
        value={text}
        onTextChange={setText}
        groups={[
          { label: 'Saved addresses', options: saved.flatMap((place) => optionsOf(place, 'home')) },
          { label: 'Recent places', options: recent.flatMap((place) => optionsOf(place, 'clock')) },
          { label: 'Places', options: results.flatMap((place) => optionsOf(place, 'pin')) },
          { label: 'Search', options: searchNow ? [searchOption(text.trim(), searchNow)] : [] },
        ]}
        onPick={pick}
        onActiveChange={() => undefined}
        {...(isSearching && { note: 'Searching…' })}
        {...(isComplete && hasNoResults && { note: 'No place found. Tap the map instead.' })}
        placeholder="Search for a place"
        maxHeight={SUGGESTION_LIST_MAX_PX}
        blurDelayMs={SUGGESTION_CLICK_GUARD_MS}
      />
    </div>
  );
}

/** A place without coordinates cannot be shown on a map, so it is no option. */
function optionsOf({ id, title, detail, place, street }: PlaceSuggestion, icon: IconName): MapPlaceOption[] {
  const { name, chosen } = place;
  return chosen ? [{ id, icon, title, detail, place: { ...chosen, address: name, street } }] : [];
}

function searchOption(text: string, search: () => void): MapPlaceOption {
  return { id: 'search', icon: 'search', title: `Search for “${text}”`, isAction: true, search };
}
