import { useId, useState } from 'react';
import { SUGGESTION_CLICK_GUARD_MS, SUGGESTION_LIST_MAX_PX } from '../../contract/constants.ts';
import type { DraftPlace } from '../../domain/draft.ts';
import { Combobox, type ComboboxOption } from '../../ui/Combobox.tsx';
import type { IconName } from '../../ui/icon-paths.ts';
import { TextButton } from '../../ui/TextLink.tsx';
import { addRecentDraftPlace } from '../../use-cases/places/recent-places.ts';
import { type PlaceSuggestion, usePlaceSuggestions } from '../../use-cases/places/use-place-suggestions.ts';
import classes from './EditPlace.module.css';

type EditPlaceOption = ComboboxOption & { place: DraftPlace };

type EditPlaceProps = {
  kind: 'pickUp' | 'dropOff';
  place: DraftPlace;
  error: string | undefined;
  onChange: (place: DraftPlace) => void;
  onBlur: () => void;
};

const LABELS = { pickUp: 'Pick-up Location', dropOff: 'Drop-off Location' } as const;

/** One end of the delivery: typed freely, or chosen from what the geocoder and the saved addresses suggest. */
export function EditPlace({ kind, place, error, onChange, onBlur }: EditPlaceProps) {
  const id = useId();
  const [isActive, setIsActive] = useState(false);
  const { saved, recent, results, isSearching, searchNow } = usePlaceSuggestions(place, isActive);
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{LABELS[kind]}</label>
      <div className={classes.box} data-faulty={error !== undefined || undefined}>
        <span className={classes.mark} data-kind={kind} aria-hidden="true" />
        <Combobox<EditPlaceOption>
          id={id}
          value={place.name}
          placeholder="Street, City, Postal Code"
          // Other text is another place: what was chosen does not hold any more.
          onTextChange={(name) => onChange({ name, chosen: undefined })}
          groups={[
            { label: 'Saved addresses', options: saved.map((one) => optionOf(one, 'home')) },
            { label: 'Recent places', options: recent.map((one) => optionOf(one, 'clock')) },
            { label: 'Places', options: results.map((one) => optionOf(one, 'pin')) },
          ]}
          onPick={({ place: chosen }) => {
            addRecentDraftPlace(chosen);
            onChange(chosen);
          }}
          onActiveChange={(next) => {
            setIsActive(next);
            if (!next) onBlur();
          }}
          note={noteOf(isSearching, searchNow)}
          error={error}
          maxHeight={SUGGESTION_LIST_MAX_PX}
          blurDelayMs={SUGGESTION_CLICK_GUARD_MS}
        />
      </div>
    </div>
  );
}

function noteOf(isSearching: boolean, searchNow: (() => void) | undefined) {
  if (isSearching) return 'Searching…';
  return searchNow && <TextButton onClick={searchNow}>Search for this place</TextButton>;
}

function optionOf({ id, title, detail, place }: PlaceSuggestion, icon: IconName): EditPlaceOption {
  return { id, icon, title, detail, place };
}
