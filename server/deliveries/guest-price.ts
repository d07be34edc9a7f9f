import * as v from 'valibot';
import { DeliveryRequestInput } from '../../src/contract/delivery-request.ts';
import { DELIVERY_SPEED_LABELS, DELIVERY_SPEEDS } from '../../src/contract/delivery-type.ts';
import type { Tariff } from '../../src/contract/tariff.ts';
import type { Places } from '../dependencies.ts';
import type { GuestRequestRow } from '../queries/guest-requests.ts';
import { locateRoute, unclearPlacesOf } from './locate-route.ts';
import { priceColumns } from './pricing.ts';

/**
 * Returns the price of a guest's request in cents: the estimate for the package that its note describes, over the
 * distance between both places. Returns undefined if the note does not describe the package or a place is unclear.
 */
export async function guestPriceCents(
  places: Places,
  { pickup, dropoff, note }: Pick<GuestRequestRow, 'pickup' | 'dropoff' | 'note'>,
  tariff: Tariff,
): Promise<number | undefined> {
  const parsed = v.safeParse(DeliveryRequestInput, {
    ...parseNote(note),
    pickUpSnapshot: { name: pickup },
    dropOffSnapshot: { name: dropoff },
  });
  if (!parsed.success) return undefined;
  const route = await locateRoute(places, parsed.output);
  if (unclearPlacesOf(route).length > 0) return undefined;
  return priceColumns(parsed.output, route, tariff).priceCents;
}

/** The app writes one value per line. What the guest typed is in the first line, so it cannot replace another one. */
function parseNote(note: string) {
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
