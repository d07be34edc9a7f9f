import { useState } from 'react';
import type { DraftPlace } from '../domain/draft.ts';
import { ROUTE_END_LABELS, type RouteEndKey } from '../domain/route-end-key.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { LazyMapPicker } from './LazyMapPicker.tsx';

type MapPickerButtonProps = {
  end: RouteEndKey;
  place: DraftPlace;
  onPick: (place: DraftPlace) => void;
  isDisabled: boolean;
};

/** A button that opens the map picker dialog for one end of the route. */
export function MapPickerButton({ end, place, onPick, isDisabled }: MapPickerButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { name, chosen } = place;
  return (
    <>
      <IconButton
        icon="map"
        label={`Map picker for ${ROUTE_END_LABELS[end].name}`}
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
