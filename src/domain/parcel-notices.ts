import { PARCEL_SIDES_MAX, PARCEL_WEIGHT_MAX } from './limits.ts';
import { type ParcelFields, sidesOf, weightOf } from './parcel.ts';

/** The limits as the FAQ states them. */
const USUAL_WEIGHT = `50 pounds (${PARCEL_WEIGHT_MAX} kg)`;
const USUAL_SIDES = `130 inches (${Math.round(PARCEL_SIDES_MAX * 100)} cm)`;

/** Notices about a package above the usual limits. They never block a request. (WIZ-31) */
export function parcelNotices(fields: ParcelFields): string[] {
  const weight = weightOf(fields) ?? 0;
  const sides = sidesOf(fields);
  const sum = sides ? sides.width + sides.length + sides.height : 0;
  return [
    ...(weight > PARCEL_WEIGHT_MAX
      ? [`This is above our usual package limit of ${USUAL_WEIGHT}. You can still send this request.`]
      : []),
    ...(sum > PARCEL_SIDES_MAX + 1e-9
      ? [
          `Width, length and height add up to more than our usual limit of ${USUAL_SIDES}. You can still send this request.`,
        ]
      : []),
  ];
}
