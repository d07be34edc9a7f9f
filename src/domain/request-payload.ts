import { DIMENSION_MAX, DIMENSION_MIN, WEIGHT_MAX, WEIGHT_MIN } from '../contract/constants.ts';
import {
  DELIVERY_SPEED_LABELS,
  DELIVERY_SPEEDS,
  DELIVERY_TYPE,
  type DeliveryRequestInput,
  type GuestRequestInput,
} from '../contract/delivery-request.ts';
import { coordinatesOf, type PlaceSnapshot } from '../contract/place.ts';
import { volumeOf } from '../contract/rules.ts';
import type { User } from '../contract/user.ts';
import { DEFAULT_FIELDS, type DraftFields, type DraftPlace, type GuestDetails } from './draft.ts';
import { sidesOf, sizeKeyOf, weightKeyOf, weightOf } from './parcel.ts';

/** What a draft asks for, or undefined while something that a request needs is missing. */
export function toDeliveryRequestInput(fields: DraftFields): DeliveryRequestInput | undefined {
  const sides = sidesOf(fields);
  const weight = weightOf(fields);
  const pickUpSnapshot = toPlaceSnapshot(fields.pickUp);
  const dropOffSnapshot = toPlaceSnapshot(fields.dropOff);
  if (!sides || weight === undefined || fields.speed === undefined) return undefined;
  if (pickUpSnapshot.name === '' || dropOffSnapshot.name === '') return undefined;
  return {
    pickUpSnapshot,
    dropOffSnapshot,
    weight,
    // Three sides of the smallest size are less than a hundredth of a cubic metre, and no request has none.
    volume: Math.max(0.01, volumeOf(sides)),
    ...sides,
    deliveryNote: fields.instructions.trim(),
    deliveryType: DELIVERY_TYPE[fields.speed],
    isPriority: fields.isPriority,
    isFragile: fields.isFragile,
  };
}

/** A place of a draft as a request carries it: only its name where no coordinates were chosen. */
export function toPlaceSnapshot({ name, chosen }: DraftPlace): PlaceSnapshot {
  const coordinates = chosen && coordinatesOf(chosen);
  if (!chosen || !coordinates) return { name: name.trim() };
  const { city, postalCode, country } = chosen;
  return { name: name.trim(), city, postalCode, country, ...coordinates };
}

/** A place of a request as a draft holds it. */
export function toDraftPlace(place: PlaceSnapshot): DraftPlace {
  const coordinates = coordinatesOf(place);
  return {
    name: place.name,
    chosen: coordinates && {
      ...coordinates,
      city: place.city ?? '',
      postalCode: place.postalCode ?? '',
      country: place.country ?? '',
    },
  };
}

type RepeatableRequest = Omit<DeliveryRequestInput, 'deliveryType' | 'deliveryNote'> & {
  deliveryType: number;
  deliveryNote?: string | null | undefined;
};

/** A new draft's fields from a request that exists: to send again, or to put an unsent one right. */
export function toDraftFields(request: RepeatableRequest): DraftFields {
  const sides = {
    width: clamp(request.width, DIMENSION_MIN, DIMENSION_MAX),
    length: clamp(request.length, DIMENSION_MIN, DIMENSION_MAX),
    height: clamp(request.height, DIMENSION_MIN, DIMENSION_MAX),
  };
  const weight = clamp(Math.ceil(request.weight), WEIGHT_MIN, WEIGHT_MAX);
  const size = sizeKeyOf(sides);
  const weightKey = weightKeyOf(weight);
  const isCustomSize = size === 'custom';
  return {
    pickUp: toDraftPlace(request.pickUpSnapshot),
    dropOff: toDraftPlace(request.dropOffSnapshot),
    size,
    width: isCustomSize ? String(sides.width) : DEFAULT_FIELDS.width,
    length: isCustomSize ? String(sides.length) : DEFAULT_FIELDS.length,
    height: isCustomSize ? String(sides.height) : DEFAULT_FIELDS.height,
    weight: weightKey,
    customWeight: weightKey === 'custom' ? String(weight) : DEFAULT_FIELDS.customWeight,
    isFragile: request.isFragile,
    instructions: request.deliveryNote ?? '',
    speed: DELIVERY_SPEEDS[request.deliveryType] ?? 'standard',
    isPriority: request.isPriority,
  };
}

/** The same request the other way round. */
export function reverseRoute<T extends Pick<DraftFields, 'pickUp' | 'dropOff'>>(fields: T): T {
  return { ...fields, pickUp: fields.dropOff, dropOff: fields.pickUp };
}

/**
 * The one function that builds the automation hook's payload. A signed-in customer's four fields come from the
 * account (the name split at its first space), a visitor's only from the dialog.
 */
export function toGuestRequest(
  request: DeliveryRequestInput,
  sender: { user: User } | { guest: GuestDetails },
): GuestRequestInput {
  const person = 'user' in sender ? guestDetailsOf(sender.user) : sender.guest;
  return {
    firstName: person.firstName.trim(),
    lastName: person.lastName.trim(),
    phone: person.phone.trim(),
    email: person.email.trim(),
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

/** One line each, so that a person and a program can both read it. */
function formatNote(request: DeliveryRequestInput): string {
  const speed = DELIVERY_SPEEDS[request.deliveryType] ?? 'standard';
  return [
    `Notes: ${request.deliveryNote
      .split(/\s*\n\s*/)
      .filter(Boolean)
      .join('; ')}`,
    `Delivery type: ${DELIVERY_SPEED_LABELS[speed].name}`,
    `Priority: ${request.isPriority ? 'Yes' : 'No'}`,
    `Fragile: ${request.isFragile ? 'Yes' : 'No'}`,
    `Weight: ${request.weight} kg`,
    `Volume: ${request.volume} m³`,
    `Width: ${request.width} m`,
    `Length: ${request.length} m`,
    `Height: ${request.height} m`,
  ].join('\n');
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
