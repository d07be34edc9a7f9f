import { DELIVERY_SPEED_LABELS, DELIVERY_SPEEDS } from '../contract/delivery-type.ts';
import { offeredSizes, type Presets } from '../contract/presets.ts';
import type { Sides } from '../contract/rules.ts';
import { formatVolume, formatWeight } from './format.ts';
import { sizeKeyOf } from './parcel.ts';

/** "Envelope", "Standard" or "Custom". */
export function sizeName(sides: Sides, presets: Presets): string {
  const key = sizeKeyOf(sides, presets);
  return offeredSizes(presets).find((preset) => preset.key === key)?.label ?? 'Custom';
}

/** "Custom, 0.26 m³, 30 kg, Fragile". */
export function packageSummary(
  parcel: Sides & { volume: number; weight: number; isFragile: boolean },
  presets: Presets,
): string {
  return [
    sizeName(parcel, presets),
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
