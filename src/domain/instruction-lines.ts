/**
 * A request has no fields for the category and the extras of a move. They are written as lines at the top of the
 * special instructions, where the user can see and edit them.
 */
const CATEGORY_PREFIX = 'Category: ';

export function categoryLine(key: CategoryKey): string {
  return CATEGORY_PREFIX + CATEGORIES[key];
}

/** The category that the instructions contain, if it is a known one. */
export function parseCategory(instructions: string): CategoryKey | undefined {
  const line = instructions.split('\n').find(isCategoryLine);
  const label = line?.trim().slice(CATEGORY_PREFIX.trim().length).trim().toLowerCase();
  return CATEGORY_KEYS.find((key) => CATEGORIES[key].toLowerCase() === label);
}

/** The instructions with the category replaced, or removed if it is undefined; all other lines stay as they are. */
export function withCategory(instructions: string, category: CategoryKey | undefined): string {
  const rest = instructions.split('\n').filter((line) => !isCategoryLine(line));
  const line = category ? [categoryLine(category)] : [];
  return [...line, ...(rest.length === 1 && rest[0] === '' ? [] : rest)].join('\n');
}

function isCategoryLine(line: string): boolean {
  return line.trim().toLowerCase().startsWith(CATEGORY_PREFIX.trim().toLowerCase());
}

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
