import type { Address } from '../contract/address.ts';
import { plainText, plainWords } from './plain-words.ts';

export type AddressFields = Pick<Address, 'street' | 'postalCode' | 'city' | 'country'>;

/** A word that names a house or a part of it, and not a street: "12", "14a", "Flat", "B". */
const HOUSE_WORD = /^(?:.*\d.*|apartment|apt|flat|unit|suite|floor|room|no|[a-z])$/;

/**
 * Whether an address still describes the place whose point was picked. Another street, city or country is another
 * place. A field that the pick left empty may be filled in, a house number may be added, and the postal code may be
 * corrected, because geocoders often know none or that of a neighbour.
 */
export function isPickedPlace(picked: AddressFields, address: AddressFields): boolean {
  return (
    fits(picked.city, address.city) &&
    fits(picked.country, address.country) &&
    isSameStreet(plainWords(picked.street), plainWords(address.street))
  );
}

/**
 * The fields of an address after a place was picked. A geocoder that knows only the town does not erase the street and
 * the postal code that were typed for it, and a point without an address erases nothing.
 */
export function fillAddress(typed: AddressFields, found: AddressFields): AddressFields {
  const isTypedForIt = fits(typed.city, found.city) || found.city === '';
  const fill = (field: 'street' | 'postalCode') => found[field] || (isTypedForIt ? typed[field] : '');
  return {
    street: fill('street'),
    postalCode: fill('postalCode'),
    city: found.city || typed.city,
    country: found.country || typed.country,
  };
}

function fits(picked: string, typed: string): boolean {
  return picked === '' || plainText(picked) === plainText(typed);
}

/** Every word of the picked street is still there, in order, and only house words were added. */
function isSameStreet(picked: string[], typed: string[]): boolean {
  if (picked.length === 0) return true;
  let next = 0;
  const added = typed.filter((word) => {
    if (word !== picked[next]) return true;
    next += 1;
    return false;
  });
  return next === picked.length && added.every((word) => HOUSE_WORD.test(word));
}
