/** The package categories; links use the keys, people see the labels. */
export const CATEGORIES = {
  'personal-move': 'Personal Move',
  'single-package': 'Package',
  'business-delivery': 'Business',
  appliances: 'Appliances',
  'pallet-bulk': 'Bulk Items',
  'something-else': 'Something Else',
  alcohol: 'Alcohol',
  flowers: 'Flowers',
  furniture: 'Furniture',
  instruments: 'Instruments',
  'sports-gear': 'Sports Gear',
  vehicles: 'Vehicles',
  warehouse: 'Warehouse',
  'e-commerce': 'E-commerce and Online Shopping',
} as const;

export type CategoryKey = keyof typeof CATEGORIES;
export const CATEGORY_KEYS = Object.keys(CATEGORIES).filter(isCategory);

export function isCategory(key: string): key is CategoryKey {
  return Object.hasOwn(CATEGORIES, key);
}
