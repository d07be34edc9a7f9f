import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const files = readdirSync('src', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));

/** The class names that the components take from each CSS module; `undefined` where one is computed. */
function usedClasses(): Map<string, Set<string> | undefined> {
  const used = new Map<string, Set<string> | undefined>();
  for (const path of files.filter((name) => /\.tsx?$/.test(name))) {
    const code = readFileSync(path, 'utf8');
    for (const [, variable, module] of code.matchAll(/import (\w+) from '(\.[^']*\.module\.css)'/g)) {
      const css = join(dirname(path), module ?? '');
      const isComputed = new RegExp(`\\b${variable}\\[`).test(code);
      const names = [...code.matchAll(new RegExp(`\\b${variable}\\.(\\w+)`, 'g'))].map(
        ([, name]) => name ?? '',
      );
      const before = used.has(css) ? used.get(css) : new Set<string>();
      used.set(css, isComputed || !before ? undefined : new Set([...before, ...names]));
    }
  }
  return used;
}

function definedClasses(path: string): Set<string> {
  const css = readFileSync(path, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/:global\([^)]*\)/g, '')
    .replace(/url\([^)]*\)/g, '');
  return new Set([...css.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name]) => name ?? ''));
}

test('Every class of a CSS module is used, and every used class is defined', () => {
  const problems: string[] = [];
  const used = usedClasses();
  for (const [path, names] of used) {
    if (!names) continue;
    const defined = definedClasses(path);
    problems.push(...[...names].filter((name) => !defined.has(name)).map((name) => `${path}: no .${name}`));
    problems.push(
      ...[...defined].filter((name) => !names.has(name)).map((name) => `${path}: unused .${name}`),
    );
  }
  const orphans = files.filter((path) => path.endsWith('.module.css') && !used.has(path));
  expect([...problems, ...orphans]).toEqual([]);
  expect(used.size).toBeGreaterThan(50);
});

/** The classes that components name in the text of a `className`. */
function namedClasses(): Set<string> {
  const code = files.filter((name) => name.endsWith('.tsx')).map((path) => readFileSync(path, 'utf8'));
  const texts = code.flatMap((text) =>
    [...text.matchAll(/lassName(?:=\{?| = )(`[^`]*`|"[^"]*"|'[^']*')/g)].map(([, names = '']) =>
      names.slice(1, -1),
    ),
  );
  const words = texts.flatMap((text) => text.replace(/\$\{[^}]*\}/g, '').split(/\s+/));
  return new Set(words.filter((name) => name !== ''));
}

test('Every shared class is used, and every class that is named in a component is shared', () => {
  const shared = definedClasses('src/app/theme/utilities.css');
  const code = files.filter((name) => /\.tsx?$/.test(name)).map((path) => readFileSync(path, 'utf8'));
  const isUsed = (name: string) => code.some((text) => new RegExp(`['"\`} ]${name}['"\`$ ]`).test(text));
  expect([...shared].filter((name) => !isUsed(name))).toEqual([]);
  expect([...namedClasses()].filter((name) => !shared.has(name))).toEqual([]);
});
