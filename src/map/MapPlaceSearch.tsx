import { useId, useState } from 'react';
import { PlaceCombobox } from '../components/PlaceCombobox.tsx';
import { Icon } from '../ui/Icon.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import { type PlaceSuggestion, usePickerSuggestions } from '../use-cases/places/use-place-suggestions.ts';
import classes from './MapPlaceSearch.module.css';
import type { PickedPlace } from './picked-place.ts';

/** Finds a place by text: saved addresses, recent places and search results. */
export function MapPlaceSearch({ onPick }: { onPick: (place: PickedPlace) => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const [pickedText, setPickedText] = useState('');
  // After a pick the field shows the picked place, which must not start a new search.
  const suggestions = usePickerSuggestions(text === pickedText ? '' : text);
  const saved = suggestions.saved.filter(hasCoordinates);
  const recent = suggestions.recent.filter(hasCoordinates);
  const results = suggestions.results.filter(hasCoordinates);
  const hasNoResults = saved.length + recent.length + results.length === 0;

  function pick({ title, place: { name, chosen }, street }: PlaceSuggestion): void {
    if (!chosen) return;
    setText(title);
    setPickedText(title);
    onPick({ ...chosen, address: name, street });
  }

  return (
    <div className={`flex items-center gap-2 field-box ${classes.search}`}>
      <Icon name="search" />
      <VisuallyHidden>
        <label htmlFor={id}>Search for a place</label>
      </VisuallyHidden>
      <PlaceCombobox
        id={id}
        value={text}
        onTextChange={setText}
        suggestions={{ ...suggestions, saved, recent, results }}
        onPick={pick}
        notes={suggestions.isComplete && hasNoResults ? ['No place found. Tap the map instead.'] : []}
        placeholder="Search for a place"
      />
    </div>
  );
}

/** A map can show only a place with coordinates. */
function hasCoordinates({ place }: PlaceSuggestion): boolean {
  return place.chosen !== undefined;
}
