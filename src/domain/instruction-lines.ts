import { CATEGORIES, CATEGORY_KEYS, type CategoryKey } from './category.ts';

/**
 * The category and the extras of a move have no field in a request. They are lines at the top of the special
 * instructions, where the person sees and edits them like everything else there.
 */
const CATEGORY_PREFIX = 'Category: ';

export type MoveExtras = {
  category?: CategoryKey | undefined;
  date?: string | undefined;
  time?: string | undefined;
  morePeople?: boolean | undefined;
  vanWithLift?: boolean | undefined;
};

/** The instructions with the lines of `extras` on top. */
export function withExtras(extras: MoveExtras, note: string): string {
  const lines = [
    extras.category ? CATEGORY_PREFIX + CATEGORIES[extras.category] : '',
    extras.date ? `Preferred date: ${extras.date}` : '',
    extras.time ? `Preferred time: ${extras.time}` : '',
    extras.morePeople ? 'Two people needed' : '',
    extras.vanWithLift ? 'Van with lift needed' : '',
    note,
  ];
  return lines.filter((line) => line !== '').join('\n');
}

/** The category that the instructions name, if it is one of ours. */
export function parseCategory(instructions: string): CategoryKey | undefined {
  const line = instructions.split('\n').find(isCategoryLine);
  const label = line?.trim().slice(CATEGORY_PREFIX.trim().length).trim().toLowerCase();
  return CATEGORY_KEYS.find((key) => CATEGORIES[key].toLowerCase() === label);
}

/** The instructions naming another category, or none; every other line stays as it was. */
export function withCategory(instructions: string, category: CategoryKey | undefined): string {
  const rest = instructions.split('\n').filter((line) => !isCategoryLine(line));
  const line = category ? [CATEGORY_PREFIX + CATEGORIES[category]] : [];
  return [...line, ...(rest.length === 1 && rest[0] === '' ? [] : rest)].join('\n');
}

function isCategoryLine(line: string): boolean {
  return line.trim().toLowerCase().startsWith(CATEGORY_PREFIX.trim().toLowerCase());
}
