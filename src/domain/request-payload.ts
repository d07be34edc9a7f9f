import { cleanText } from '../contract/clean-text.ts';
import { DIMENSION_MAX, DIMENSION_MIN, WEIGHT_MAX, WEIGHT_MIN } from '../contract/constants.ts';
import type { DeliveryRequestInput, GuestRequestInput } from '../contract/delivery-request.ts';
import { DELIVERY_SPEEDS, DELIVERY_TYPE } from '../contract/delivery-type.ts';
import { formatNote } from '../contract/guest-note.ts';
import type { Presets } from '../contract/presets.ts';
import { pickedRoute, type Route } from '../contract/price.ts';
import { volumeOf } from '../contract/rules.ts';
import type { User } from '../contract/user.ts';
import type { DraftFields, GuestDetails } from './draft.ts';
import { DEFAULT_FIELDS } from './draft-defaults.ts';
import { toDraftPlace, toPlaceSnapshot } from './draft-place.ts';
import {
  chooseSize,
  chooseWeight,
  mapSides,
  type ParcelFields,
  sidesOf,
  sizeKeyOf,
  weightKeyOf,
  weightOf,
} from './parcel.ts';

/** The request that a draft describes, or undefined while a required field is missing or invalid. */
export function toDeliveryRequestInput(fields: DraftFields): DeliveryRequestInput | undefined {
  const packageInput = toPackageInput(fields);
  const pickUpSnapshot = toPlaceSnapshot(fields.pickUp);
  const dropOffSnapshot = toPlaceSnapshot(fields.dropOff);
  if (packageInput === undefined || fields.speed === undefined) return undefined;
  if (pickUpSnapshot.name === '' || dropOffSnapshot.name === '') return undefined;
  return {
    pickUpSnapshot,
    dropOffSnapshot,
    ...packageInput,
    deliveryType: DELIVERY_TYPE[fields.speed],
    isPriority: fields.isPriority,
  };
}

type PackageInput = Pick<
  DeliveryRequestInput,
  'weight' | 'volume' | 'width' | 'length' | 'height' | 'deliveryNote' | 'isFragile'
>;

/** The package of a new or an edited request, or undefined while its size or weight is missing or invalid. */
export function toPackageInput(
  fields: ParcelFields & Pick<DraftFields, 'instructions' | 'isFragile'>,
): PackageInput | undefined {
  const sides = sidesOf(fields);
  const weight = weightOf(fields);
  if (!sides || weight === undefined) return undefined;
  return {
    weight,
    volume: volumeOf(sides),
    ...sides,
    deliveryNote: fields.instructions.trim(),
    isFragile: fields.isFragile,
  };
}

/** The route of a draft: where the server located its places, or else where they were picked. */
export function routeOfDraft({ pickUp, dropOff }: Pick<DraftFields, 'pickUp' | 'dropOff'>): Route {
  const picked = pickedRoute({
    pickUpSnapshot: toPlaceSnapshot(pickUp),
    dropOffSnapshot: toPlaceSnapshot(dropOff),
  });
  return { from: pickUp.located ?? picked.from, to: dropOff.located ?? picked.to };
}

type RepeatableRequest = Omit<DeliveryRequestInput, 'deliveryType' | 'deliveryNote'> & {
  deliveryType: number;
  deliveryNote?: string | null | undefined;
};

/** The fields of a new draft from an existing request: to send it again, or to correct an unsent one. */
export function toDraftFields(request: RepeatableRequest, presets: Presets): DraftFields {
  const sides = mapSides((key) => clamp(request[key], DIMENSION_MIN, DIMENSION_MAX));
  const weight = clamp(Math.ceil(request.weight), WEIGHT_MIN, WEIGHT_MAX);
  const size = sizeKeyOf(sides, presets);
  const weightKey = weightKeyOf(weight, presets);
  return {
    pickUp: toDraftPlace(request.pickUpSnapshot),
    dropOff: toDraftPlace(request.dropOffSnapshot),
    ...chooseSize(size, presets),
    ...mapSides((key) => (size === 'custom' ? String(sides[key]) : DEFAULT_FIELDS[key])),
    ...chooseWeight(weightKey, presets),
    customWeight: weightKey === 'custom' ? String(weight) : DEFAULT_FIELDS.customWeight,
    isFragile: request.isFragile,
    instructions: request.deliveryNote ?? '',
    speed: DELIVERY_SPEEDS[request.deliveryType] ?? 'standard',
    isPriority: request.isPriority,
  };
}

export function reverseRoute<T extends Pick<DraftFields, 'pickUp' | 'dropOff'>>(fields: T): T {
  return { ...fields, pickUp: fields.dropOff, dropOff: fields.pickUp };
}

/**
 * Builds the payload of the automation hook. The contact details of a customer come from the account, with the
 * name split at its first space; those of a guest come only from the dialog.
 */
export function toGuestRequest(
  request: DeliveryRequestInput,
  sender: { user: User } | { guest: GuestDetails },
): GuestRequestInput {
  const person = 'user' in sender ? guestDetailsOf(sender.user) : sender.guest;
  return {
    firstName: cleanText(person.firstName),
    lastName: cleanText(person.lastName),
    phone: cleanText(person.phone),
    email: cleanText(person.email),
    pickup: request.pickUpSnapshot.name,
    dropoff: request.dropOffSnapshot.name,
    note: formatNote(request),
  };
}

function guestDetailsOf(user: User): GuestDetails {
  const name = user.name.trim();
  const space = name.search(/\s/);
  return {
    firstName: space === -1 ? name : name.slice(0, space),
    lastName: space === -1 ? '' : name.slice(space).trim(),
    email: user.email,
    phone: user.phoneNumber ?? '',
  };
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
