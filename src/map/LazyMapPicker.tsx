import { lazy, Suspense } from 'react';
import type { PickedPlace } from './picked-place.ts';

const MapPicker = lazy(() => import('./MapPicker.tsx').then((file) => ({ default: file.MapPicker })));

type Props = {
  isOpen: boolean;
  start: PickedPlace | undefined;
  onSelect: (place: PickedPlace) => void;
  onClose: () => void;
};

/** The map picker, whose code and map are fetched when it is opened. */
export function LazyMapPicker({ isOpen, ...picker }: Props) {
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <MapPicker {...picker} />
    </Suspense>
  );
}
