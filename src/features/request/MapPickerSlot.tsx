import type { DraftPlace } from '../../domain/draft.ts';
import type { End } from './PlaceField.tsx';

export type MapPickerSlotProps = { end: End; place: DraftPlace; onPick: (place: DraftPlace) => void };

/**
 * The seam for the map picker: its button stands here, at the end of a place's row, and hands over the place
 * that was picked. Nothing is drawn while the app has no picker, because a button must do something.
 */
export function MapPickerSlot(_: MapPickerSlotProps) {
  return null;
}
