import type { DraftFields, GuestDetails } from './draft.ts';
import { CUSTOM_DIMENSION_DEFAULT, CUSTOM_WEIGHT_DEFAULT } from './limits.ts';

const EMPTY_PLACE = { name: '', chosen: undefined };

/** The initial fields of every request. They are complete but for the places, so that Fast forward always works. */
export const DEFAULT_FIELDS: DraftFields = {
  pickUp: EMPTY_PLACE,
  dropOff: EMPTY_PLACE,
  size: 'standard',
  width: String(CUSTOM_DIMENSION_DEFAULT),
  length: String(CUSTOM_DIMENSION_DEFAULT),
  height: String(CUSTOM_DIMENSION_DEFAULT),
  weight: 'light',
  customWeight: String(CUSTOM_WEIGHT_DEFAULT),
  isFragile: false,
  instructions: '',
  speed: 'standard',
  isPriority: false,
};

/** The fields of `after` that differ from those of `before`. */
export function changedFields(
  before: Partial<DraftFields>,
  after: Partial<DraftFields>,
): Partial<DraftFields> {
  const known = new Map<string, unknown>(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(known.get(name)),
    ),
  );
}

export const EMPTY_GUEST_DETAILS: GuestDetails = { firstName: '', lastName: '', email: '', phone: '' };
