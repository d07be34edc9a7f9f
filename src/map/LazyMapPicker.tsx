import { useEffect } from 'react';
import { rememberPlace } from '../flows/recent-places.ts';
import { deferred } from '../ui/deferred.ts';
import { ResponsiveModal } from '../ui/ResponsiveModal.tsx';
import type { PickedPlace } from './picked-place.ts';

// Only the dialog: the map in it is a chunk of its own, which may be out of reach.
const loadPicker = () => import('./MapPicker.tsx').then((file) => file.MapPicker);
const MapPicker = deferred(loadPicker);

/** All that an open picker needs, asked for at once and not one after the other. */
function fetchAhead(): Promise<unknown> {
  return Promise.all([
    loadPicker(),
    import('./PickerMap.tsx'),
    import('./region/load.ts').then(({ loadRegion }) => loadRegion()),
  ]);
}

type Props = {
  isOpen: boolean;
  /** Which end of the delivery is looked for: it gives the pin its shape. */
  end?: 'pickUp' | 'dropOff';
  start: PickedPlace | undefined;
  onSelect: (place: PickedPlace) => void;
  onClose: () => void;
};

/** The map picker, whose code and map are fetched when it is opened. */
export function LazyMapPicker({ isOpen, end = 'pickUp', start, onSelect, onClose }: Props) {
  useEffect(() => {
    // What cannot be fetched is told where it is missing.
    if (isOpen) void fetchAhead().catch(() => undefined);
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
          rememberPlace(place);
          onSelect(place);
        }}
      />
    </ResponsiveModal>
  );
}
