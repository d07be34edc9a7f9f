import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSourceTree } from '../support/source-tree.ts';

const ID =
  /\b(?:PRD|RTE|LAY|AUT|WIZ|DEL|DET|PAY|TRK|FAQ|ACC|MAP|LEG|ENT|STA|SES|VAL|CAL|ERR|NUM|REL|PKG|TOP)-\d{2}\b/g;

const rules = [...readFileSync('docs/product.md', 'utf8').matchAll(/^\| ([A-Z]{3}-\d{2}) \|/gm)].map(
  ([, id]) => id,
);
const cited = readSourceTree().flatMap(({ path, text }) =>
  path.endsWith('product-rules.test.ts') ? [] : [...text.matchAll(ID)].map(([id]) => ({ path, id })),
);

test('every rule has an id of its own', () => {
  expect(rules.filter((id, index) => rules.indexOf(id) !== index)).toEqual([]);
  expect(rules.length).toBeGreaterThan(150);
});

test('what comments and tests cite is a rule', () => {
  expect(cited.filter(({ id }) => !rules.includes(id))).toEqual([]);
  expect(new Set(cited.map(({ id }) => id)).size).toBeGreaterThan(90);
});
