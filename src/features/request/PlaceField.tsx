import { useId, useState } from 'react';
import {
  SUGGESTION_CLICK_GUARD_MS,
  SUGGESTION_LIST_MAX_PX,
  TEXT_MAX_LENGTH,
} from '../../contract/constants.ts';
import type { DraftPlace } from '../../domain/draft.ts';
import { rememberDraftPlace } from '../../flows/recent-places.ts';
import { type PlaceSuggestion, usePlaceSuggestions } from '../../flows/use-place-suggestions.ts';
import { Combobox, type ComboboxOption } from '../../ui/Combobox.tsx';
import type { IconName } from '../../ui/icon-paths.ts';
import { addressIcon } from './address-icon.ts';
import { MapPickerSlot } from './MapPickerSlot.tsx';
import classes from './PlaceField.module.css';

export type End = 'pickUp' | 'dropOff';
const LABELS: Record<End, string> = { pickUp: 'Pick-up Location', dropOff: 'Drop-off Location' };

type PlaceFieldProps = {
  end: End;
  place: DraftPlace;
  onChange: (place: DraftPlace) => void;
  onEnter: () => void;
  onLeave: () => void;
  error: string | undefined;
  isDisabled: boolean;
};

type Option = ComboboxOption & ({ place: DraftPlace } | { search: () => void });

/** One end of the route: typed, suggested, saved, or picked on the map. */
export function PlaceField(props: PlaceFieldProps) {
  const { end, place, onChange } = props;
  const id = useId();
  const [isActive, setActive] = useState(false);
  const { saved, recent, found, hasAccount, isSearching, searchNow } = usePlaceSuggestions(place, isActive);
  const notes = [
    ...(hasAccount && saved.length === 0 ? ['No saved addresses found.'] : []),
    ...(isSearching && found.length === 0 ? ['Searching…'] : []),
  ];

  const groups = [
    { label: 'Saved addresses', options: saved.map((one) => optionOf(one, addressIcon(one.title))) },
    { label: 'Recent places', options: recent.map((one) => optionOf(one, 'clock')) },
    { label: 'Suggestions', options: found.map((one) => optionOf(one, 'pin')) },
    {
      label: 'Search',
      options: searchNow
        ? [
            {
              id: 'search',
              icon: 'search' as const,
              title: `Search for “${place.name.trim()}”`,
              isMore: true,
              search: searchNow,
            },
          ]
        : [],
    },
  ];

  function pick(option: Option) {
    if ('search' in option) {
      option.search();
    } else {
      rememberDraftPlace(option.place);
      onChange(option.place);
    }
  }

  function activate(isNow: boolean) {
    if (isNow && !isActive) props.onEnter();
    if (!isNow && isActive) props.onLeave();
    setActive(isNow);
  }

  return (
    <div className={classes.row} data-end={end}>
      <span className={end === 'pickUp' ? classes.ring : classes.square} aria-hidden="true" />
      <div className={classes.words}>
        <label htmlFor={id}>{LABELS[end]}</label>
        <Combobox<Option>
          id={id}
          value={place.name}
          // Another text is another place: what was chosen before no longer holds.
          onType={(text) => onChange({ name: text.slice(0, TEXT_MAX_LENGTH), chosen: undefined })}
          groups={groups}
          onPick={pick}
          onActive={activate}
          note={notes.length > 0 ? notes.map((note) => <span key={note}>{note}</span>) : undefined}
          placeholder="Street, City, Postal Code"
          isDisabled={props.isDisabled}
          error={props.error}
          maxHeight={SUGGESTION_LIST_MAX_PX}
          clickGuard={SUGGESTION_CLICK_GUARD_MS}
        />
      </div>
      <MapPickerSlot end={end} place={place} onPick={onChange} isDisabled={props.isDisabled} />
    </div>
  );
}

function optionOf({ id, title, detail, place }: PlaceSuggestion, icon: IconName): Option {
  return { id, title, detail, place, icon };
}
