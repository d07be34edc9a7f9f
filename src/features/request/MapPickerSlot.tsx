import { useState } from 'react';
import type { DraftPlace } from '../../domain/draft.ts';
import { LazyMapPicker } from '../../map/LazyMapPicker.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import type { End } from './PlaceField.tsx';

type MapPickerSlotProps = {
  end: End;
  place: DraftPlace;
  onPick: (place: DraftPlace) => void;
  isDisabled: boolean;
};

const WORDS: Record<End, string> = { pickUp: 'pick-up', dropOff: 'drop-off' };

/** The button at the end of a place's row, and the dialog it opens. */
export function MapPickerSlot({ end, place, onPick, isDisabled }: MapPickerSlotProps) {
  const [isOpen, setOpen] = useState(false);
  const { name, chosen } = place;
  return (
    <>
      <IconButton
        icon="map"
        label={`Map picker for ${WORDS[end]}`}
        disabled={isDisabled}
        onClick={() => setOpen(true)}
      />
      <LazyMapPicker
        isOpen={isOpen}
        end={end}
        start={chosen && { ...chosen, address: name, street: '' }}
        onSelect={({ address, latitude, longitude, city, postalCode, country }) => {
          onPick({ name: address, chosen: { latitude, longitude, city, postalCode, country } });
          setOpen(false);
        }}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
