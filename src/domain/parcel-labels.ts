import { DELIVERY_SPEED_LABELS, DELIVERY_SPEEDS } from '../contract/delivery-type.ts';
import type { Sides } from '../contract/rules.ts';
import { formatVolume, formatWeight } from './format.ts';
import { sizeKeyOf } from './parcel.ts';

export function sizeName(sides: Sides): 'Standard' | 'Custom' {
  return sizeKeyOf(sides) === 'standard' ? 'Standard' : 'Custom';
}

/** "Custom, 0.26 m³, 30 kg, Fragile". */
export function packageSummary(
  parcel: Sides & { volume: number; weight: number; isFragile: boolean },
): string {
  return [
    sizeName(parcel),
    formatVolume(parcel.volume),
    formatWeight(parcel.weight),
    ...(parcel.isFragile ? ['Fragile'] : []),
  ].join(', ');
}

/** "Express (Next day) with Priority Handling". */
export function speedLabel(request: { deliveryType: number; isPriority: boolean }): string {
  const speed = DELIVERY_SPEEDS[request.deliveryType] ?? 'standard';
  const { name, when } = DELIVERY_SPEED_LABELS[speed];
  return `${name} (${when})${request.isPriority ? ' with Priority Handling' : ''}`;
}
