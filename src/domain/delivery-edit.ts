import type { DeliveryRequest, DeliveryRequestInput } from '../contract/delivery-request.ts';
import type { PlaceSnapshot } from '../contract/place.ts';
import { volumeOf } from '../contract/rules.ts';
import type { DraftFields, DraftPlace } from './draft.ts';
import { type FieldErrors, validateLocations, validatePackage } from './draft-rules.ts';
import { sidesOf, weightOf } from './parcel.ts';
import { toDraftFields, toDraftPlace, toPlaceSnapshot } from './request-payload.ts';

/** What of a request may be edited; speed and priority stay as they were ordered. */
export type EditFields = Omit<DraftFields, 'speed' | 'isPriority'>;

export function editFieldsOf(delivery: DeliveryRequest): EditFields {
  const { speed: _speed, isPriority: _isPriority, ...fields } = toDraftFields(delivery);
  return fields;
}

export function validateEdit(fields: EditFields): FieldErrors {
  return { ...validateLocations(fields), ...validatePackage(fields) };
}

/** The edited request, or undefined while its size or weight is undefined: then nothing is sent. */
export function editedRequest(
  delivery: DeliveryRequest,
  fields: EditFields,
): DeliveryRequestInput | undefined {
  const sides = sidesOf(fields);
  const weight = weightOf(fields);
  const deliveryType = ([0, 1, 2] as const).find((type) => type === delivery.deliveryType);
  if (!sides || weight === undefined || deliveryType === undefined) return undefined;
  return {
    pickUpSnapshot: editedPlace(delivery.pickUpSnapshot, fields.pickUp),
    dropOffSnapshot: editedPlace(delivery.dropOffSnapshot, fields.dropOff),
    weight,
    volume: Math.max(0.01, volumeOf(sides)),
    ...sides,
    deliveryNote: fields.instructions.trim(),
    deliveryType,
    isPriority: delivery.isPriority,
    isFragile: fields.isFragile,
  };
}

/** A place that nobody touched keeps everything that is stored of it, also what a draft does not hold. */
function editedPlace(stored: PlaceSnapshot, edited: DraftPlace): PlaceSnapshot {
  const before = toPlaceSnapshot(toDraftPlace(stored));
  const after = toPlaceSnapshot(edited);
  return JSON.stringify(before) === JSON.stringify(after) ? stored : after;
}
