import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const STYLES = 'node_modules/@mantine/core/styles';
const COMPONENTS = 'node_modules/@mantine/core/esm/components';
/** Imported by a Mantine module, but shown only by a property or a part that the app does not use. */
const NEVER_SHOWN = ['VisuallyHidden', 'ScrollArea', 'RadioCard', 'CheckboxCard', 'Combobox', 'Popover'];
const layered = readFileSync('src/app/theme/mantine-css.ts', 'utf8');

const filesBelow = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name ?? '');

/** The values that the app imports from the package. Types need no stylesheet. */
function importedComponents(): Set<string> {
  const names = filesBelow('src', /\.tsx?$/).flatMap((text) =>
    namesIn(text, /import \{([^}]*)\} from '@mantine\/core'/g)
      .flatMap((list) => list.split(','))
      .map((name) => name.trim())
      .filter((name) => /^[A-Z]/.test(name)),
  );
  return new Set(names);
}

/** The component and, recursively, every component whose module it imports. */
function dependenciesOf(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  if (!existsSync(`${COMPONENTS}/${name}`)) return found;
  for (const text of filesBelow(`${COMPONENTS}/${name}`, /\.mjs$/)) {
    for (const other of namesIn(text, /from "(?:\.\.\/)+([A-Z]\w+)\/[^"]+"/g)) dependenciesOf(other, found);
  }
  return found;
}

test('every Mantine component has its stylesheet and those it depends on', () => {
  const used = importedComponents();
  expect([...used]).toContain('Modal');
  expect([...dependenciesOf('Modal')]).toContain('CloseButton');
  const missing = [...used]
    .flatMap((name) => [...dependenciesOf(name)].map((part) => ({ name, part })))
    .filter(({ part }) => existsSync(`${STYLES}/${part}.css`) && !NEVER_SHOWN.includes(part))
    .filter(({ part }) => !layered.includes(`/styles/${part}.layer.css'`))
    .map(({ name, part }) => `${name} needs ${part}`);
  expect(missing).toEqual([]);
  expect(NEVER_SHOWN.filter((name) => used.has(name))).toEqual([]);
  const source = filesBelow('src', /\.tsx$/).join('\n');
  expect(source).not.toMatch(/<(?:Radio|Checkbox)\.Card|<Modal\.|scrollAreaComponent/);
});
