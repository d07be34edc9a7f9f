import { useEffect } from 'react';
import { lazyComponent } from '../ui/lazy-component.ts';
import { ResponsiveModal } from '../ui/ResponsiveModal.tsx';
import { addRecentPlace } from '../use-cases/places/recent-places.ts';
import type { PickedPlace } from './picked-place.ts';
import { loadIfAvailable } from './use-map-code.ts';

// This loads only the dialog. The map in it is a separate chunk, which may fail to load without closing the dialog.
const loadPicker = () => import('./MapPicker.tsx').then((file) => file.MapPicker);
const MapPicker = lazyComponent(loadPicker);

/** Loads everything that an open picker needs in parallel. */
function preloadPicker(): Promise<unknown> {
  const loadMap = () =>
    Promise.all([
      import('./PickerMap.tsx'),
      import('./region/load.ts').then(({ loadRegion }) => loadRegion()),
    ]);
  return Promise.all([loadPicker(), loadIfAvailable(loadMap)]);
}

type LazyMapPickerProps = {
  isOpen: boolean;
  /** The end of the delivery to pick; it decides the shape of the pin. */
  end?: 'pickUp' | 'dropOff';
  start: PickedPlace | undefined;
  onSelect: (place: PickedPlace) => void;
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
          addRecentPlace(place);
          onSelect(place);
        }}
      />
    </ResponsiveModal>
  );
}
