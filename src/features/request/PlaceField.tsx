import { useId, useState } from 'react';
import {
  SUGGESTION_CLICK_GUARD_MS,
  SUGGESTION_LIST_MAX_PX,
  TEXT_MAX_LENGTH,
} from '../../contract/constants.ts';
import type { DraftPlace } from '../../domain/draft.ts';
import { Combobox, type ComboboxOption } from '../../ui/Combobox.tsx';
import type { IconName } from '../../ui/icon-paths.ts';
import { addRecentDraftPlace } from '../../use-cases/places/recent-places.ts';
import { type PlaceSuggestion, usePlaceSuggestions } from '../../use-cases/places/use-place-suggestions.ts';
import { addressIcon } from './address-icon.ts';
import { MapPickerButton } from './MapPickerButton.tsx';
import classes from './PlaceField.module.css';

export type RouteEndKey = 'pickUp' | 'dropOff';
const LABELS: Record<RouteEndKey, string> = { pickUp: 'Pick-up Location', dropOff: 'Drop-off Location' };

type PlaceFieldProps = {
  end: RouteEndKey;
  place: DraftPlace;
  onChange: (place: DraftPlace) => void;
  onFocus: () => void;
  onBlur: () => void;
  error: string | undefined;
  isDisabled: boolean;
};

type PlaceFieldOption = ComboboxOption & ({ place: DraftPlace } | { search: () => void });

/** One end of the route: typed, suggested, saved, or picked on the map. */
export function PlaceField(props: PlaceFieldProps) {
  const { end, place, onChange } = props;
  const id = useId();
  const [isActive, setIsActive] = useState(false);
  const { saved, recent, results, hasAccount, isSearching, searchNow } = usePlaceSuggestions(place, isActive);
  const notes = [
    ...(hasAccount && saved.length === 0 ? ['No saved addresses found.'] : []),
    ...(isSearching && results.length === 0 ? ['Searching…'] : []),
  ];

  const groups = [
    { label: 'Saved addresses', options: saved.map((one) => optionOf(one, addressIcon(one.title))) },
    { label: 'Recent places', options: recent.map((one) => optionOf(one, 'clock')) },
    { label: 'Suggestions', options: results.map((one) => optionOf(one, 'pin')) },
    {
      label: 'Search',
      options: searchNow
        ? [
            {
              id: 'search',
              icon: 'search' as const,
              title: `Search for “${place.name.trim()}”`,
              isAction: true,
              search: searchNow,
            },
          ]
        : [],
    },
  ];

  function pick(option: PlaceFieldOption) {
    if ('search' in option) {
      option.search();
    } else {
      addRecentDraftPlace(option.place);
      onChange(option.place);
    }
  }

  function handleActiveChange(isNowActive: boolean) {
    if (isNowActive && !isActive) props.onFocus();
    if (!isNowActive && isActive) props.onBlur();
    setIsActive(isNowActive);
  }

  return (
    <div className={classes.row} data-end={end}>
      <span className={end === 'pickUp' ? classes.ring : classes.square} aria-hidden="true" />
      <div className={classes.words}>
        <label htmlFor={id}>{LABELS[end]}</label>
        <Combobox<PlaceFieldOption>
          id={id}
          value={place.name}
          // Another text is another place: what was chosen before no longer holds.
          onTextChange={(text) => onChange({ name: text.slice(0, TEXT_MAX_LENGTH), chosen: undefined })}
          groups={groups}
          onPick={pick}
          onActiveChange={handleActiveChange}
          note={notes.length > 0 ? notes.map((note) => <span key={note}>{note}</span>) : undefined}
          placeholder="Street, City, Postal Code"
          isDisabled={props.isDisabled}
          error={props.error}
          maxHeight={SUGGESTION_LIST_MAX_PX}
          blurDelayMs={SUGGESTION_CLICK_GUARD_MS}
        />
      </div>
      <MapPickerButton end={end} place={place} onPick={onChange} isDisabled={props.isDisabled} />
    </div>
  );
}

function optionOf({ id, title, detail, place }: PlaceSuggestion, icon: IconName): PlaceFieldOption {
  return { id, title, detail, place, icon };
}
