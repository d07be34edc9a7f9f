import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { trimStyles } from '../../scripts/build/library-css.ts';
import { readSourceTree } from '../support/source-tree.ts';

const FOLDER = 'node_modules/@mantine/core/styles';
const sources = readSourceTree()
  .filter(({ path }) => /^(src|server)\//.test(path))
  .map(({ text }) => text)
  .join('\n');

test('the stylesheets of the library lose what no component of the app uses, and nothing that their rules need (LAY-23)', () => {
  expect(sources).not.toMatch(
    /\b(Button|ActionIcon)\.Group|orientation="vertical"|variant="(unstyled|outline|pills)"|size="(xs|xl|compact-\w+)"|<(TextInput|Input|Tabs)[^>]*dir=/,
  );
  const used = readdirSync(FOLDER).filter((file) => sources.includes(`@mantine/core/styles/${file}`));
  expect(used).toContain('Button.layer.css');
  for (const file of used) {
    const trimmed = trimStyles(readFileSync(`${FOLDER}/${file}`, 'utf8'));
    expect(trimmed, file).not.toMatch(/\.m_80d6d844|dir=|['"]vertical['"]|-compact-|(height|size)-xl:/);
    const names = (pattern: RegExp) => new Set([...trimmed.matchAll(pattern)].map(([, name = '']) => name));
    const defined = names(/(--[\w-]+):/g);
    const sized = [...names(/var\((--(?:button|input|switch|radio|label|cb)-[\w-]+-(?:xs|sm|md|lg|xl))\)/g)];
    expect(
      sized.filter((name) => !defined.has(name)),
      file,
    ).toEqual([]);
  }
});
