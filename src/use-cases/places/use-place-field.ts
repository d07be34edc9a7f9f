import { useEffect, useRef, useState } from 'react';
import { TEXT_MAX_LENGTH } from '../../contract/constants.ts';
import type { DraftPlace } from '../../domain/draft.ts';
import { addRecentPlace } from '../../stores/recent-places.ts';
import { type PlaceSuggestion, type PlaceSuggestions, usePlaceSuggestions } from './use-place-suggestions.ts';

type PlaceFieldOptions = {
  place: DraftPlace;
  onChange: (place: DraftPlace) => void;
  onFocus?: (() => void) | undefined;
  onBlur: () => void;
  /** Called after a suggestion was chosen. */
  onPicked?: (() => void) | undefined;
};

/**
 * Connects a place of a draft with its suggestions: saved addresses, recent places and search results. Returns the value
 * and the handlers of the combobox.
 */
export function usePlaceField({ place, onChange, onFocus, onBlur, onPicked }: PlaceFieldOptions) {
  const [isActive, setIsActive] = useState(false);
  const picked = useRef(place);
  useEffect(() => {
    if (place.chosen) picked.current = place;
  }, [place]);
  // A field that holds a chosen place offers all saved addresses and recent places to replace it.
  const suggestions = usePlaceSuggestions(place.chosen === undefined ? place.name : '', isActive);
  return {
    value: place.name,
    suggestions,
    notes: notesOf(suggestions),
    // Edited text is a different place, so the coordinates that were chosen before apply only to their own text. (MAP-12)
    onTextChange: (text: string) => {
      const isPicked = text.trim() === picked.current.name.trim();
      onChange({
        name: text.slice(0, TEXT_MAX_LENGTH),
        chosen: isPicked ? picked.current.chosen : undefined,
      });
    },
    onPick: (suggestion: PlaceSuggestion) => {
      addRecentPlace(suggestion.place);
      onChange(suggestion.place);
      onPicked?.();
    },
    onActiveChange: (isNowActive: boolean) => {
      if (isNowActive && !isActive) onFocus?.();
      if (!isNowActive && isActive) onBlur();
      setIsActive(isNowActive);
    },
  };
}

function notesOf({ hasAccount, saved, recent, results, isComplete }: PlaceSuggestions): string[] {
  const hasMatch = saved.length + recent.length + results.length > 0;
  return [
    ...(hasAccount && saved.length === 0 ? ['No saved addresses found.'] : []),
    ...(isComplete && !hasMatch ? ['No match. You can still continue with what you typed'] : []),
  ];
}
