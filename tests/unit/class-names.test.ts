import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shortClassNames } from '../../scripts/build/class-names.ts';
import { readSourceTree } from '../support/source-tree.ts';

const root = process.cwd();
const files = readSourceTree().filter(({ path }) => path.startsWith('src/') && path.endsWith('.css'));
const modules = files.filter(({ path }) => path.endsWith('.module.css'));
const classesOf = (text: string) => [
  ...new Set(
    [...text.replace(/url\("[^"]*"\)/g, '').matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name),
  ),
];

function nameAll(): string[] {
  const nameOf = shortClassNames(root);
  return modules.flatMap(({ path, text }) => classesOf(text).map((name) => nameOf(name, join(root, path))));
}

test('each class of each CSS module has a short name of its own, which is the same in each build', () => {
  const names = nameAll();
  expect(names.length).toBeGreaterThan(300);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => name.length > 4)).toEqual([]);
  expect(nameAll()).toEqual(names);
});

test('no global class has the form of such a name', () => {
  const others = files
    .filter(({ path }) => !path.endsWith('.module.css'))
    .flatMap(({ text }) => classesOf(text));
  expect(others).toContain('card');
  expect(others.filter((name) => /^[a-zA-Z]{1,2}\d+$/.test(name))).toEqual([]);
});
