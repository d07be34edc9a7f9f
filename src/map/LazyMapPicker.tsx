import { type ReactNode, useState } from 'react';
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
  /** The end of the delivery to pick; it decides the shape of the pin. */
  end?: RouteEndKey;
  button: (open: () => void) => ReactNode;
};

/** A button that opens the map picker, whose code and map data are loaded when it opens. */
export function LazyMapPicker({ end = 'pickUp', start, onSelect, button }: LazyMapPickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  function open() {
    setIsOpen(true);
    // The component that needs a missing file reports the failure.
    void preloadPicker().catch(() => undefined);
  }
  return (
    <>
      {button(open)}
      <ResponsiveModal
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
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
            setIsOpen(false);
          }}
        />
      </ResponsiveModal>
    </>
  );
}

type MapPickerButtonProps = {
  end: RouteEndKey;
  place: DraftPlace;
  onPick: (place: DraftPlace) => void;
  isDisabled: boolean;
};

export function MapPickerButton({ end, place, onPick, isDisabled }: MapPickerButtonProps) {
  const { name, chosen } = place;
  const label = `Map picker for ${ROUTE_END_LABELS[end].name}`;
  return (
    <LazyMapPicker
      end={end}
      start={chosen && { ...chosen, address: name, street: '' }}
      onSelect={(picked) => onPick(toDraftPlace({ ...picked, name: picked.address }))}
      button={(open) => <IconButton icon="map" label={label} disabled={isDisabled} onClick={open} />}
    />
  );
}
