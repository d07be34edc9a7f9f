import type { DeliveryRequestInput } from './delivery-request.ts';
import { DELIVERY_SPEED_LABELS, DELIVERY_SPEEDS } from './delivery-type.ts';

/** The note has one line for each value, so that both people and programs can read it. */
export function formatNote(request: DeliveryRequestInput): string {
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

/**
 * Reads the package from such a note; a value that is missing is NaN or -1. What the guest typed is in the first line, so
 * it cannot replace a value.
 */
export function parseNote(note: string) {
  const lines = new Map(
    note
      .split('\n')
      .slice(1)
      .map((line): [string, string] => {
        const [label = '', ...value] = line.split(': ');
        return [label, value.join(': ')];
      }),
  );
  const measure = (label: string) => Number.parseFloat(lines.get(label) ?? '');
  const isYes = (label: string) => lines.get(label) === 'Yes';
  return {
    weight: measure('Weight'),
    volume: measure('Volume'),
    width: measure('Width'),
    length: measure('Length'),
    height: measure('Height'),
    deliveryType: DELIVERY_SPEEDS.findIndex(
      (speed) => DELIVERY_SPEED_LABELS[speed].name === lines.get('Delivery type'),
    ),
    isPriority: isYes('Priority'),
    isFragile: isYes('Fragile'),
  };
}
