import { expect, test } from 'vitest';
import { type StatusTone, tintOf } from '../../src/ui/tint.ts';
import { mantineVariablesCss } from '../support/mantine-variables.ts';
import { readSourceTree } from '../support/source-tree.ts';

test('the stylesheet of theme variables matches the theme', async () => {
  await expect(mantineVariablesCss()).toMatchFileSnapshot(
    '../../src/app/theme/mantine-variables.generated.css',
  );
});

/** The tones whose colours tint.ts names by their status. */
const TONES: Record<StatusTone, true> = {
  waiting: true,
  pending: true,
  accepted: true,
  scheduled: true,
  transit: true,
  servicing: true,
  delivered: true,
  canceled: true,
  issue: true,
  returned: true,
};

test('the app uses every token that the stylesheet defines, and defines every token that it uses', () => {
  const sources = readSourceTree().filter(({ path }) => /^(src|server)\//.test(path));
  const text = sources.map((source) => source.text).join('\n');
  const namesIn = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name = '']) => name))];
  const defined = namesIn(/^\s*(--send-[\w-]+):/gm);
  const tints = Object.keys(TONES).flatMap((tone) => Object.values(tintOf(tone as StatusTone)));
  // use-card-fields.ts reads the computed value of a color by its name.
  const used = [
    ...namesIn(/(?:var\(|')(--send-[\w-]+)[^\w-$]/g),
    ...tints.map((value) => value.slice('var('.length, -1)),
    ...namesIn(/\bcolour\('([\w-]+)'\)/g).map((name) => `--send-${name}`),
  ];
  expect(defined.filter((name) => !used.includes(name))).toEqual([]);
  expect(used.filter((name) => !defined.includes(name))).toEqual([]);
});
