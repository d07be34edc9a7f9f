import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const STYLES = 'node_modules/@mantine/core/styles';
const COMPONENTS = 'node_modules/@mantine/core/esm/components';
/** Imported by a Mantine module, but shown only by a property or a part that the app does not use. */
const NEVER_SHOWN = ['VisuallyHidden', 'ScrollArea', 'RadioCard', 'CheckboxCard', 'Combobox', 'Popover'];
const everywhere = readFileSync('src/app/theme/mantine-css.ts', 'utf8');

const filesBelow = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name ?? '');

/** The values that a file imports from the package. Types need no stylesheet. */
function importedComponents(text: string): string[] {
  return namesIn(text, /import \{([^}]*)\} from '@mantine\/core'/g)
    .flatMap((list) => list.split(','))
    .map((name) => name.trim())
    .filter((name) => /^[A-Z]/.test(name));
}
const stylesheetsIn = (text: string) => namesIn(text, /'@mantine\/core\/styles\/(\w+)\.layer\.css'/g);

/** The component and, recursively, every component whose module it imports. */
function dependenciesOf(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name) || NEVER_SHOWN.includes(name)) return found;
  found.add(name);
  if (!existsSync(`${COMPONENTS}/${name}`)) return found;
  for (const text of filesBelow(`${COMPONENTS}/${name}`, /\.mjs$/)) {
    for (const other of namesIn(text, /from "(?:\.\.\/)+([A-Z]\w+)\/[^"]+"/g)) dependenciesOf(other, found);
  }
  return found;
}

test('every file loads the stylesheets of its Mantine components and of those they depend on, and no others (LAY-23)', () => {
  expect([...dependenciesOf('Modal')]).toContain('CloseButton');
  const files = filesBelow('src', /\.tsx?$/);
  const used = new Set(files.flatMap(importedComponents));
  expect([...used]).toContain('Modal');
  const always = stylesheetsIn(everywhere);
  const missing = files.flatMap((text) =>
    importedComponents(text)
      .flatMap((name) => [...dependenciesOf(name)].map((part) => ({ name, part })))
      .filter(({ part }) => existsSync(`${STYLES}/${part}.css`))
      .filter(({ part }) => ![...always, ...stylesheetsIn(text)].includes(part))
      .map(({ name, part }) => `${name} needs ${part}`),
  );
  expect(missing).toEqual([]);
  const needed = new Set([...used, 'Notification'].flatMap((name) => [...dependenciesOf(name)]));
  // The internal InlineInput has a stylesheet but no component.
  const unused = files
    .flatMap(stylesheetsIn)
    .filter((name) => existsSync(`${COMPONENTS}/${name}`) && !needed.has(name));
  expect(unused).toEqual([]);
  expect(NEVER_SHOWN.filter((name) => used.has(name))).toEqual([]);
  const source = filesBelow('src', /\.tsx$/).join('\n');
  expect(source).not.toMatch(/<(?:Radio|Checkbox)\.Card|<Modal\.|scrollAreaComponent/);
});
