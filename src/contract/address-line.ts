import type { Address } from './address.ts';

/** "street, postalCode, city", without the parts that are empty. */
export function addressLine(address: Pick<Address, 'street' | 'postalCode' | 'city'>): string {
  return [address.street, address.postalCode, address.city].filter((part) => part !== '').join(', ');
}
