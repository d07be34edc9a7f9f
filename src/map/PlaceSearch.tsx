import { useId, useState } from 'react';
import {
  SUGGESTION_AFTER_CHARS,
  SUGGESTION_CLICK_GUARD_MS,
  SUGGESTION_DEBOUNCE_MS,
  SUGGESTION_LIST_MAX_PX,
} from '../contract/constants.ts';
import { canTypeAhead, useFoundPlaces } from '../flows/use-found-places.ts';
import { useSavedPlaces } from '../flows/use-place-suggestions.ts';
import { useApp } from '../stores/app.ts';
import { Combobox, type ComboboxOption } from '../ui/Combobox.tsx';
import { Icon } from '../ui/Icon.tsx';
import classes from './MapPicker.module.css';
import { type PickedPlace, pickedFrom } from './picked-place.ts';

type Option = ComboboxOption & ({ place: PickedPlace } | { search: () => void });

/** Finds a place by its name: saved addresses, and whatever the geocoder knows. */
export function PlaceSearch({ onPick }: { onPick: (place: PickedPlace) => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const [asked, setAsked] = useState('');
  const mayTypeAhead = useApp(({ config }) => canTypeAhead(config.geocoder));
  const query = text.trim();
  const isLong = query.length > SUGGESTION_AFTER_CHARS;
  const { found, isSearching } = useFoundPlaces(
    isLong && (mayTypeAhead || asked === query) ? query : '',
    mayTypeAhead ? SUGGESTION_DEBOUNCE_MS : 0,
  );
  const { saved } = useSavedPlaces();

  const savedOptions = saved.flatMap(({ place: { name, chosen }, ...look }): Option[] =>
    chosen && `${look.title} ${name}`.toLowerCase().includes(query.toLowerCase())
      ? [{ ...look, icon: 'pin', place: { ...chosen, address: name, street: '' } }]
      : [],
  );
  const foundOptions = found.map((place, index): Option => {
    const [title = place.description, ...rest] = place.description.split(', ');
    return { id: `${index}`, icon: 'pin', title, detail: rest.join(', '), place: pickedFrom(place) };
  });
  const searchRow: Option[] =
    isLong && !mayTypeAhead && asked !== query
      ? [
          {
            id: 'search',
            icon: 'search',
            title: `Search for “${query}”`,
            isMore: true,
            search: () => setAsked(query),
          },
        ]
      : [];

  function pick(option: Option): void {
    if ('search' in option) {
      option.search();
    } else {
      setText(option.title);
      onPick(option.place);
    }
  }

  return (
    <div className={classes.search}>
      <Icon name="search" />
      <label htmlFor={id} className={classes.hidden}>
        Search for a place
      </label>
      <Combobox<Option>
        id={id}
        value={text}
        onType={setText}
        groups={[
          { label: 'Saved addresses', options: savedOptions },
          { label: 'Places', options: foundOptions },
          { label: 'Search', options: searchRow },
        ]}
        onPick={pick}
        onActive={() => undefined}
        {...(isLong && isSearching && { note: 'Searching…' })}
        placeholder="Search for a place"
        maxHeight={SUGGESTION_LIST_MAX_PX}
        clickGuard={SUGGESTION_CLICK_GUARD_MS}
      />
    </div>
  );
}
