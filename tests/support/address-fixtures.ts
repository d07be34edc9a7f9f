import type { GeocodedPlace } from '../../src/api/places.ts';
import type { Address } from '../../src/contract/address.ts';

/** A saved address that is not a default. */
export function anAddress(overrides: Partial<Address> = {}): Address {
  return {
    id: 1,
    name: 'Home',
    street: '12 Leinster Road',
    postalCode: 'D06 X2P4',
    city: 'Dublin',
    country: 'Ireland',
    latitude: 53.3242,
    longitude: -6.2653,
    isDefaultPickUp: false,
    isDefaultDropOff: false,
    ...overrides,
  };
}

/** A place as the geocoder's search returns it. */
export function aPlace(overrides: Partial<GeocodedPlace> = {}): GeocodedPlace {
  return {
    placeId: '1',
    description: 'Grafton Street, Dublin, Ireland',
    latitude: 53.3424,
    longitude: -6.2597,
    street: 'Grafton Street',
    city: 'Dublin',
    postalCode: 'D02',
    country: 'Ireland',
    ...overrides,
  };
}
