import type { DeliveryRequestRow } from '../queries/delivery-requests.ts';

/** The provider takes no more than 250 characters for the name of what is sold. */
const MAX_PLACE = 100;

/** What a payment is for, in words: `Delivery from 12 Leinster Road to 3 Abbey Street`. */
export function describe({ pickUp, dropOff }: Pick<DeliveryRequestRow, 'pickUp' | 'dropOff'>): string {
  return `Delivery from ${short(pickUp.name)} to ${short(dropOff.name)}`;
}

/** Cut between characters, never inside one. */
function short(text: string | null | undefined): string {
  const characters = Array.from(text ?? '');
  return characters.length > MAX_PLACE
    ? `${characters.slice(0, MAX_PLACE - 1).join('')}…`
    : characters.join('');
}
