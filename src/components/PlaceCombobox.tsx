import { Combobox, type ComboboxOption } from '../ui/Combobox.tsx';
import type { IconName } from '../ui/Icon.tsx';
import { addressIcon } from './address-icon.ts';

export const SUGGESTION_CLICK_GUARD_MS = 100;
export const SUGGESTION_LIST_MAX_PX = 300;

type SuggestedPlace = { id: string; title: string; detail: string };

type PlaceComboboxProps<P extends SuggestedPlace> = {
  id: string;
  value: string;
  suggestions: {
    saved?: readonly P[];
    recent?: readonly P[];
    results: readonly P[];
    isSearching: boolean;
    /** This is set if the usage policy of the geocoder forbids a search on every key press. It starts the search. */
    searchNow: (() => void) | undefined;
  };
  /** Messages below the suggestions, for example that nothing was found. */
  notes: readonly string[];
  /** Set if the list offers the current location of the device. */
  onUseMyLocation?: (() => void) | undefined;
  onTextChange: (text: string) => void;
  onPick: (suggestion: P) => void;
  onActiveChange?: (isActive: boolean) => void;
  placeholder: string;
  isDisabled?: boolean;
  error?: string | undefined;
};

type PlaceOption = ComboboxOption & { select: () => void };

/** The one place field of the app: free text with saved addresses, recent places and search results. */
export function PlaceCombobox<P extends SuggestedPlace>({
  suggestions,
  notes,
  onPick,
  onUseMyLocation,
  ...input
}: PlaceComboboxProps<P>) {
  const { saved = [], recent = [], results, isSearching, searchNow } = suggestions;
  const toOption = (suggestion: P, icon: IconName): PlaceOption => ({
    id: suggestion.id,
    icon,
    title: suggestion.title,
    detail: suggestion.detail,
    select: () => onPick(suggestion),
  });
  const searchOption = (search: () => void): PlaceOption => ({
    id: 'search',
    icon: 'search',
    title: `Search for “${input.value.trim()}”`,
    isAction: true,
    select: search,
  });
  const locationOption = (select: () => void): PlaceOption => ({
    id: 'location',
    icon: 'locate',
    title: 'Use my location',
    select,
  });
  const shownNotes = [...notes, ...(isSearching && results.length === 0 ? ['Searching…'] : [])];
  return (
    <Combobox<PlaceOption>
      {...input}
      groups={[
        { label: 'Where you are', options: onUseMyLocation ? [locationOption(onUseMyLocation)] : [] },
        {
          label: 'Saved addresses',
          options: saved.map((place) => toOption(place, addressIcon(place.title))),
        },
        { label: 'Recent places', options: recent.map((place) => toOption(place, 'clock')) },
        { label: 'Suggestions', options: results.map((place) => toOption(place, 'pin')) },
        { label: 'Search', options: searchNow ? [searchOption(searchNow)] : [] },
      ]}
      onPick={(option) => option.select()}
      note={shownNotes.length > 0 ? shownNotes.map((text) => <span key={text}>{text}</span>) : undefined}
      maxHeight={SUGGESTION_LIST_MAX_PX}
      blurDelayMs={SUGGESTION_CLICK_GUARD_MS}
    />
  );
}
