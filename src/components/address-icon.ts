import type { IconName } from '../ui/Icon.tsx';

/** The names that the address dialog suggests, as the specification lists them. */
export const NAME_SUGGESTIONS = ['Home', 'Work', 'Office', 'Warehouse'] as const;

const ICONS: Record<string, IconName> = {
  home: 'home',
  office: 'office',
  work: 'office',
  warehouse: 'warehouse',
};

/** The icon for a saved address, chosen by the customer's name for it; other names get a pin. */
export function addressIcon(name: string): IconName {
  const key = name.trim().toLowerCase();
  return (Object.hasOwn(ICONS, key) ? ICONS[key] : undefined) ?? 'pin';
}
