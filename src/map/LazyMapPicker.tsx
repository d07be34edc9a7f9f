import { lazy, Suspense } from 'react';
import { rememberPlace } from '../flows/recent-places.ts';
import { ResponsiveModal } from '../ui/ResponsiveModal.tsx';
import type { PickedPlace } from './picked-place.ts';

// Only the dialog: the map in it is a chunk of its own, which may be out of reach.
const MapPicker = lazy(() => import('./MapPicker.tsx').then((file) => ({ default: file.MapPicker })));

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
  return (
    <ResponsiveModal
      isOpen={isOpen}
      onClose={onClose}
      title="Pick location"
      size="full"
      closeLabel="Close the map"
    >
      <Suspense fallback={null}>
        <MapPicker
          end={end}
          start={start}
          onSelect={(place) => {
            rememberPlace(place);
            onSelect(place);
          }}
        />
      </Suspense>
    </ResponsiveModal>
  );
}
