import type { IconName } from '../../ui/icon-paths.ts';

/** The icon of a saved address, by what its owner calls it. */
export function addressIcon(name: string): IconName {
  const word = name.trim().toLowerCase();
  if (word === 'home') return 'home';
  if (word === 'office' || word === 'work') return 'office';
  if (word === 'warehouse') return 'warehouse';
  return 'pin';
}
