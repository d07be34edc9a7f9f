import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSourceTree } from '../support/source-tree.ts';

const ID =
  /\b(?:PRD|RTE|LAY|AUT|WIZ|PLC|DEL|DET|PAY|TRK|INS|FAQ|ACC|MAP|LEG|ENT|STA|SES|VAL|CAL|ERR|NUM|REL|SEC)-\d{2}\b/g;

const rules = [...readFileSync('docs/product.md', 'utf8').matchAll(/^\| ([A-Z]{3}-\d{2}) \|/gm)].map(
  ([, id]) => id,
);
const files = readSourceTree().filter(({ path }) => !path.endsWith('product-rules.test.ts'));
const idsIn = (text: string) => [...text.matchAll(ID)].map(([id]) => id);

/** Strips comments, because only the title of a test proves a rule. */
function titlesOf(text: string): string {
  return text.replace(/^\s*\/\*[\s\S]*?\*\//gm, '').replace(/^\s*\/\/.*$/gm, '');
}

test('every rule has a unique id', () => {
  expect(rules.filter((id, index) => rules.indexOf(id) !== index)).toEqual([]);
  expect(rules.length).toBeGreaterThan(200);
});

test('comments and tests cite only listed rules', () => {
  const cited = files.flatMap(({ path, text }) => idsIn(text).map((id) => ({ path, id })));
  expect(cited.filter(({ id }) => !rules.includes(id))).toEqual([]);
});

test('every rule is cited in the title of a test', () => {
  const tests = files.filter(({ path }) => /^tests\/.*\.(test|spec)\.tsx?$/.test(path));
  const shown = new Set(tests.flatMap(({ text }) => idsIn(titlesOf(text))));
  expect(rules.filter((id) => id !== undefined && !shown.has(id))).toEqual([]);
});
