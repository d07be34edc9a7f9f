import { useState } from 'react';
import type { DraftPlace } from '../../domain/draft.ts';
import { LazyMapPicker } from '../../map/LazyMapPicker.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import type { RouteEndKey } from './PlaceField.tsx';

type MapPickerButtonProps = {
  end: RouteEndKey;
  place: DraftPlace;
  onPick: (place: DraftPlace) => void;
  isDisabled: boolean;
};

const END_NAMES: Record<RouteEndKey, string> = { pickUp: 'pick-up', dropOff: 'drop-off' };

/** The button at the end of a place's row, and the dialog it opens. */
export function MapPickerButton({ end, place, onPick, isDisabled }: MapPickerButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { name, chosen } = place;
  return (
    <>
      <IconButton
        icon="map"
        label={`Map picker for ${END_NAMES[end]}`}
        disabled={isDisabled}
        onClick={() => setIsOpen(true)}
      />
      <LazyMapPicker
        isOpen={isOpen}
        end={end}
        start={chosen && { ...chosen, address: name, street: '' }}
        onSelect={({ address, latitude, longitude, city, postalCode, country }) => {
          onPick({ name: address, chosen: { latitude, longitude, city, postalCode, country } });
          setIsOpen(false);
        }}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}
