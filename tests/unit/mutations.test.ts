import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MUTATIONS } from '../mutation/all-mutations.ts';
import { mutateSource } from '../mutation/mutate-source.ts';

const rules = [...readFileSync('docs/product.md', 'utf8').matchAll(/^\| ([A-Z]{3}-\d{2}) \|/gm)].map(
  ([, id = '']) => id,
);

describe('The mutations of `npm run test:mutation`', () => {
  test('each apply to exactly one place of the code', () => {
    const problems = MUTATIONS.flatMap(({ name, file, change }) => {
      try {
        mutateSource(file, readFileSync(file, 'utf8'), change);
        return [];
      } catch (error) {
        return `${name}: ${file}: ${error instanceof Error ? error.message : error}`;
      }
    });
    expect(problems).toEqual([]);
  });

  test('each name a test file that exists', () => {
    const missing = MUTATIONS.filter(
      ({ tests }) => !/^tests\/.*\.(test|spec)\.tsx?$/.test(tests) || !existsSync(tests),
    );
    expect(missing.map(({ tests, name }) => `${tests}: ${name}`)).toEqual([]);
  });

  test('have different names', () => {
    const names = MUTATIONS.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('each break a product rule, and every REL rule has one', () => {
    expect(MUTATIONS.filter(({ rule }) => !rules.includes(rule)).map(({ name }) => name)).toEqual([]);
    const broken = new Set(MUTATIONS.map(({ rule }) => rule));
    expect(rules.filter((rule) => rule.startsWith('REL-') && !broken.has(rule))).toEqual([]);
  });
});
