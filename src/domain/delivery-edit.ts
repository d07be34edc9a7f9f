import type { DeliveryRequest, DeliveryRequestInput } from '../contract/delivery-request.ts';
import type { PlaceSnapshot } from '../contract/place.ts';
import type { Presets } from '../contract/presets.ts';
import type { DraftFields, DraftPlace } from './draft.ts';
import { toDraftPlace, toPlaceSnapshot } from './draft-place.ts';
import { type FieldErrors, validateLocations, validatePackage } from './draft-rules.ts';
import { formatSides, formatWeight } from './format.ts';
import { sizeName } from './parcel.ts';
import { toDraftFields, toPackageInput } from './request-payload.ts';

/** The fields of a request that may be edited; speed and priority stay as they were ordered. */
export type EditFields = Omit<DraftFields, 'speed' | 'isPriority'>;

export function editFieldsOf(delivery: DeliveryRequest, presets: Presets): EditFields {
  const { speed: _speed, isPriority: _isPriority, ...fields } = toDraftFields(delivery, presets);
  return fields;
}

/** What someone else has changed in a delivery: "Drop-off: Cork", one for each change. */
export function describeChanges(before: DeliveryRequest, after: DeliveryRequest, presets: Presets): string[] {
  const earlier = factsOf(before, presets);
  return factsOf(after, presets).filter((fact) => !earlier.includes(fact));
}

/** Whether a delivery is already as this request changes it. The server adds coordinates to places that have none. */
export function matchesRequest(
  delivery: DeliveryRequest,
  request: DeliveryRequestInput,
  presets: Presets,
): boolean {
  const isAt = (stored: PlaceSnapshot, { latitude, longitude }: PlaceSnapshot) =>
    (latitude ?? stored.latitude) === stored.latitude && (longitude ?? stored.longitude) === stored.longitude;
  return (
    describeChanges(delivery, { ...delivery, ...request }, presets).length === 0 &&
    isAt(delivery.pickUpSnapshot, request.pickUpSnapshot) &&
    isAt(delivery.dropOffSnapshot, request.dropOffSnapshot)
  );
}

function factsOf(delivery: DeliveryRequest, presets: Presets): string[] {
  return [
    `Pick-up: ${delivery.pickUpSnapshot.name}`,
    `Drop-off: ${delivery.dropOffSnapshot.name}`,
    `Size: ${sizeName(delivery, presets)}, ${formatSides(delivery)}`,
    `Weight: ${formatWeight(delivery.weight)}`,
    `Fragile: ${delivery.isFragile ? 'Yes' : 'No'}`,
    `Instructions: ${delivery.deliveryNote?.trim() || 'None'}`,
  ];
}

export function validateEdit(fields: EditFields): FieldErrors {
  return { ...validateLocations(fields), ...validatePackage(fields) };
}

/** The edited request, or undefined while its size or weight is missing; then nothing is sent. */
export function editedRequest(
  delivery: DeliveryRequest,
  fields: EditFields,
): DeliveryRequestInput | undefined {
  const packageInput = toPackageInput(fields);
  const deliveryType = ([0, 1, 2] as const).find((type) => type === delivery.deliveryType);
  if (packageInput === undefined || deliveryType === undefined) return undefined;
  return {
    pickUpSnapshot: editedPlace(delivery.pickUpSnapshot, fields.pickUp),
    dropOffSnapshot: editedPlace(delivery.dropOffSnapshot, fields.dropOff),
    ...packageInput,
    deliveryType,
    isPriority: delivery.isPriority,
  };
}

/** A place that was not edited stays exactly as it is stored, because a draft place does not hold every field. */
function editedPlace(stored: PlaceSnapshot, edited: DraftPlace): PlaceSnapshot {
  const before = toPlaceSnapshot(toDraftPlace(stored));
  const after = toPlaceSnapshot(edited);
  return JSON.stringify(before) === JSON.stringify(after) ? stored : after;
}
