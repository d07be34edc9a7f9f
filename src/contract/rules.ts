import { DIMENSION_MAX, DIMENSION_MIN, VOLUME_MIN, WEIGHT_MAX, WEIGHT_MIN } from './constants.ts';
import { REQUEST_STATUS } from './status.ts';

/** The sides of a package in metres. */
export type Sides = { width: number; length: number; height: number };

/** The preset sizes and weights that the wizard offers in addition to Custom, from the smallest to the largest. */
export const STANDARD_SIZE = { label: 'Standard', volume: 1.2, width: 1.2, length: 1, height: 1 } as const;
export const SIZE_PRESETS = [
  { key: 'envelope', label: 'Envelope', width: 0.4, length: 0.3, height: 0.1 },
  { key: 'shoebox', label: 'Shoebox', width: 0.4, length: 0.3, height: 0.2 },
  { key: 'suitcase', label: 'Suitcase', width: 0.5, length: 0.3, height: 0.8 },
  { key: 'standard', ...STANDARD_SIZE },
] as const;
/** The named weights of the original product. An invalid custom weight becomes the first of them. */
export const LIGHT_WEIGHT = { key: 'light', label: 'Light', weight: 30 } as const;
export const WEIGHT_PRESETS = [
  { key: 'upTo1', label: 'Up to 1\u00a0kg', weight: 1 },
  { key: 'upTo5', label: 'Up to 5\u00a0kg', weight: 5 },
  { key: 'upTo15', label: 'Up to 15\u00a0kg', weight: 15 },
  LIGHT_WEIGHT,
  { key: 'heavy', label: 'Heavy', weight: 100 },
] as const;

/** The volume in cubic metres, rounded to two decimals. The smallest packages would round to 0, and none has no volume. */
export function volumeOf({ width, length, height }: Sides): number {
  return Math.max(VOLUME_MIN, Math.round(width * length * height * 100) / 100);
}

export function isValidDimension(metres: number): boolean {
  return Number.isFinite(metres) && metres >= DIMENSION_MIN && metres <= DIMENSION_MAX;
}

export function isValidWeight(kilograms: number): boolean {
  return Number.isInteger(kilograms) && kilograms >= WEIGHT_MIN && kilograms <= WEIGHT_MAX;
}

/** Whether a request still waits for its payment. Only then may it be edited, deleted and paid. */
export function isAwaitingPayment(request: { status: number }): boolean {
  return request.status === REQUEST_STATUS.waitingPayment;
}

/** A saved card can be removed only if it is not the default and not the only one. */
export function isRemovableCard(card: { isDefault: boolean }, cardCount: number): boolean {
  return !card.isDefault && cardCount > 1;
}
