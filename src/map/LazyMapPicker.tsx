import { useEffect, useState } from 'react';
import type { DraftPlace } from '../domain/draft.ts';
import { toDraftPlace } from '../domain/draft-place.ts';
import { ROUTE_END_LABELS, type RouteEndKey } from '../domain/route-ends.ts';
import { addRecentPlace } from '../stores/recent-places.ts';
import { IconButton } from '../ui/Icon.tsx';
import { lazyComponent } from '../ui/lazy-component.ts';
import { ResponsiveModal } from '../ui/ResponsiveModal.tsx';
import type { MapPickerProps } from './MapPicker.tsx';

// This loads only the dialog. The map in it is a separate chunk, which may fail to load without closing the dialog.
const MapPicker = lazyComponent(() => import('./MapPicker.tsx').then((file) => file.MapPicker));

/**
 * Loads what an open picker needs. The region follows the code, because Chromium repeats no failed import, and only the
 * files of the code are fetched before their import (load-chunk.ts).
 */
async function preloadPicker(): Promise<void> {
  await Promise.all([MapPicker.preload(), import('./PickerMap.tsx')]);
  const { loadRegion } = await import('./region/load.ts');
  await loadRegion();
}

type LazyMapPickerProps = Omit<MapPickerProps, 'end'> & {
  isOpen: boolean;
  /** The end of the delivery to pick; it decides the shape of the pin. */
  end?: RouteEndKey;
  onClose: () => void;
};

/** The map picker, whose code and map data are loaded when it opens. */
export function LazyMapPicker({ isOpen, end = 'pickUp', start, onSelect, onClose }: LazyMapPickerProps) {
  useEffect(() => {
    // The component that needs a missing file reports the failure.
    if (isOpen) void preloadPicker().catch(() => undefined);
  }, [isOpen]);
  return (
    <ResponsiveModal
      isOpen={isOpen}
      onClose={onClose}
      title="Pick location"
      size="full"
      closeLabel="Close the map"
    >
      <MapPicker
        end={end}
        start={start}
        onSelect={(place) => {
          addRecentPlace(toDraftPlace({ ...place, name: place.address }), place.street);
          onSelect(place);
        }}
      />
    </ResponsiveModal>
  );
}

type MapPickerButtonProps = {
  end: RouteEndKey;
  place: DraftPlace;
  onPick: (place: DraftPlace) => void;
  isDisabled: boolean;
};

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
        onSelect={(picked) => {
          onPick(toDraftPlace({ ...picked, name: picked.address }));
          setIsOpen(false);
        }}
        onClose={() => setIsOpen(false)}
      />
    </>
  );
}
