import { useEffect } from 'react';
import { lazyComponent } from '../ui/lazy-component.ts';
import { ResponsiveModal } from '../ui/ResponsiveModal.tsx';
import { addRecentPlace } from '../use-cases/places/recent-places.ts';
import type { PickedPlace } from './picked-place.ts';

// Only the dialog: the map in it is a chunk of its own, which may be out of reach.
const loadPicker = () => import('./MapPicker.tsx').then((file) => file.MapPicker);
const MapPicker = lazyComponent(loadPicker);

/** All that an open picker needs, asked for at once and not one after the other. */
function preloadPicker(): Promise<unknown> {
  return Promise.all([
    loadPicker(),
    import('./PickerMap.tsx'),
    import('./region/load.ts').then(({ loadRegion }) => loadRegion()),
  ]);
}

type LazyMapPickerProps = {
  isOpen: boolean;
  /** Which end of the delivery is looked for: it gives the pin its shape. */
  end?: 'pickUp' | 'dropOff';
  start: PickedPlace | undefined;
  onSelect: (place: PickedPlace) => void;
  onClose: () => void;
};

/** The map picker, whose code and map are fetched when it is opened. */
export function LazyMapPicker({ isOpen, end = 'pickUp', start, onSelect, onClose }: LazyMapPickerProps) {
  useEffect(() => {
    // What cannot be fetched is told where it is missing.
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
          addRecentPlace(place);
          onSelect(place);
        }}
      />
    </ResponsiveModal>
  );
}
