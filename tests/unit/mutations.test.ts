import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MUTATIONS } from '../mutation/all-mutations.ts';

const rules = [...readFileSync('docs/product.md', 'utf8').matchAll(/^\| ([A-Z]{3}-\d{2}) \|/gm)].map(
  ([, id = '']) => id,
);

describe('The faults that `npm run test:faults` plants', () => {
  test('each find their place, once, and change it', () => {
    const lost = MUTATIONS.filter(({ file, find, replace }) => {
      return find === replace || !existsSync(file) || readFileSync(file, 'utf8').split(find).length !== 2;
    });
    expect(lost.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
  });

  test('each name a test that exists', () => {
    const lost = MUTATIONS.filter(
      ({ tests, title = '' }) =>
        !/^tests\/.*\.(test|spec)\.tsx?$/.test(tests) ||
        !existsSync(tests) ||
        !readFileSync(tests, 'utf8').includes(title),
    );
    expect(lost.map(({ tests, name }) => `${tests}: ${name}`)).toEqual([]);
  });

  test('have a name of their own', () => {
    const names = MUTATIONS.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('break a rule, and every rule of trust is broken by one', () => {
    expect(MUTATIONS.filter(({ rule }) => !rules.includes(rule)).map(({ name }) => name)).toEqual([]);
    const broken = new Set(MUTATIONS.map(({ rule }) => rule));
    expect(rules.filter((rule) => rule.startsWith('REL-') && !broken.has(rule))).toEqual([]);
  });
});
