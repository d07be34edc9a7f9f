import type { IconName } from '../ui/icon-paths.ts';

/** The names that the address dialog suggests. */
export const NAME_SUGGESTIONS = ['Home', 'Work', 'Office', 'Warehouse'] as const;

const ICONS: Record<string, IconName> = {
  home: 'home',
  office: 'office',
  work: 'office',
  warehouse: 'warehouse',
};

/** By the name that the customer gave the address; any other name is a pin. */
export function addressIcon(name: string): IconName {
  const key = name.trim().toLowerCase();
  return (Object.hasOwn(ICONS, key) ? ICONS[key] : undefined) ?? 'pin';
}
