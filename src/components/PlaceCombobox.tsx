import { Combobox, type ComboboxOption, type ComboboxProps } from '../ui/Combobox.tsx';
import type { IconName } from '../ui/Icon.tsx';
import { addressIcon } from './address-icon.ts';

type SuggestedPlace = { id: string; title: string; detail: string };

type PlaceComboboxProps<P extends SuggestedPlace> = Omit<ComboboxProps, 'groups'> & {
  suggestions: {
    saved?: readonly P[];
    recent?: readonly P[];
    results: readonly P[];
    isSearching: boolean;
    /** This is set if the usage policy of the geocoder forbids a search on every key press. It starts the search. */
    searchNow: (() => void) | undefined;
  };
  /** Set if the list offers the current location of the device. */
  onUseMyLocation?: (() => void) | undefined;
  onPick: (suggestion: P) => void;
};

/** The one place field of the app: free text with saved addresses, recent places and search results. */
export function PlaceCombobox<P extends SuggestedPlace>({
  suggestions,
  notes,
  onPick,
  onUseMyLocation,
  ...input
}: PlaceComboboxProps<P>) {
  const { saved = [], recent = [], results, isSearching, searchNow } = suggestions;
  const toOption = (suggestion: P, icon: IconName): ComboboxOption => ({
    id: suggestion.id,
    icon,
    title: suggestion.title,
    detail: suggestion.detail,
    select: () => onPick(suggestion),
  });
  const searchOption = (search: () => void): ComboboxOption => ({
    id: 'search',
    icon: 'search',
    title: `Search for “${input.value.trim()}”`,
    isAction: true,
    select: search,
  });
  const locationOption = (select: () => void): ComboboxOption => ({
    id: 'location',
    icon: 'locate',
    title: 'Use my location',
    select,
  });
  return (
    <Combobox
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
      notes={isSearching && results.length === 0 ? [...notes, 'Searching…'] : notes}
    />
  );
}
