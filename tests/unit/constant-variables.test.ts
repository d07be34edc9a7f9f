import { expect, test } from 'vitest';
import { insertConstants, readConstants, SET_BY_SCRIPTS } from '../../scripts/build/constant-variables.ts';
import { readSourceTree } from '../support/source-tree.ts';

const THEME = `
  :root {
    --send-tap: 44px;
    --send-gap: calc(var(--send-tap) / 2);
    --send-ink: #111;
    --send-font: serif;
    --mantine-scale: 1;
    --mantine-spacing-md: calc(1rem * var(--mantine-scale));
  }
  @media (prefers-color-scheme: dark) { :root { --send-ink: #fff; } }
`;
const constants = readConstants(THEME);
const compact = (css: string) => css.replace(/\s+/g, '');

test('a stylesheet contains the values of variables that are the same everywhere, and the names of the others', () => {
  const css =
    '.a { margin: var(--send-gap) var(--mantine-spacing-md); color: var(--send-ink); top: var(--x, var( --send-tap )) }';
  expect(compact(insertConstants(css, constants, false))).toBe(
    '.a{margin:calc(44px/2)1rem;color:var(--send-ink);top:var(--x,44px)}',
  );
});

test('the theme retains the variables that have several values or that a script reads', () => {
  const names = [...insertConstants(THEME, constants, true).matchAll(/--[\w-]+(?=:)/g)].map(([name]) => name);
  expect(names).toEqual([
    '--send-ink',
    '--send-font',
    '--mantine-scale',
    '--mantine-spacing-md',
    '--send-ink',
  ]);
});

test('no other stylesheet sets a constant', () => {
  expect(() => insertConstants('.a { --send-tap: 50px }', constants, false)).toThrow('--send-tap');
});

test('a variable that a script sets is no constant', () => {
  const scripts = readSourceTree().filter(({ path }) => /^src\/.*\.tsx?$/.test(path));
  const uses = scripts.flatMap(({ text }) => [
    ...text.matchAll(/setProperty\('(--send-[\w-]+)'|'(--send-[\w-]+)'\]?:/g),
  ]);
  const names = uses.map(([, called, key]) => called ?? key ?? '');
  expect(names).toContain('--send-list-room');
  expect(names.filter((name) => !SET_BY_SCRIPTS.test(name))).toEqual([]);
  expect([...readConstants(':root { --send-list-room: 1px; --send-a: 2px }').keys()]).toEqual(['--send-a']);
});
