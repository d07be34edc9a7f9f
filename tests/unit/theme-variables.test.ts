import { expect, test } from 'vitest';
import { mantineVariablesCss } from '../support/mantine-variables.ts';
import { readSourceTree } from '../support/source-tree.ts';

test('the stylesheet of theme variables matches the theme', async () => {
  await expect(mantineVariablesCss()).toMatchFileSnapshot(
    '../../src/app/theme/mantine-variables.generated.css',
  );
});

test('the app uses every token that the stylesheet defines, and defines every token that it uses', () => {
  const sources = readSourceTree().filter(({ path }) => /^(src|server)\//.test(path));
  const text = sources.map((source) => source.text).join('\n');
  const namesIn = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))];
  const defined = namesIn(/^\s*(--send-[\w-]+):/gm);
  // use-card-fields.ts reads the computed value of a color by its name.
  const used = [
    ...namesIn(/(?:var\(|')(--send-[\w-]+)/g),
    ...namesIn(/\bcolour\('([\w-]+)'\)/g).map((name) => `--send-${name}`),
  ];
  expect(defined.filter((name) => !used.includes(name))).toEqual([]);
  expect(used.filter((name) => !defined.includes(name))).toEqual([]);
});
