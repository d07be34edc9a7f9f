import { DIMENSION_MAX, DIMENSION_MIN, VOLUME_MIN, WEIGHT_MAX, WEIGHT_MIN } from './constants.ts';
import { REQUEST_STATUS } from './status.ts';

/** The sides of a package in metres. */
export type Sides = { width: number; length: number; height: number };

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
