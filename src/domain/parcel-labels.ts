import { DELIVERY_SPEED_LABELS, DELIVERY_SPEEDS } from '../contract/delivery-type.ts';
import { SIZE_PRESETS, type Sides } from '../contract/rules.ts';
import { formatVolume, formatWeight } from './format.ts';
import { sizeKeyOf } from './parcel.ts';

/** "Envelope", "Standard" or "Custom". */
export function sizeName(sides: Sides): string {
  const key = sizeKeyOf(sides);
  return SIZE_PRESETS.find((preset) => preset.key === key)?.label ?? 'Custom';
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
