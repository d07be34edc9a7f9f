import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { theme } from '../../src/app/theme/theme.ts';
import { mantineVariablesCss } from '../support/mantine-variables.ts';

test('the stylesheet of theme variables matches the theme', async () => {
  await expect(mantineVariablesCss()).toMatchFileSnapshot(
    '../../src/app/theme/mantine-variables.generated.css',
  );
});

test('the theme and the tokens have the same ten shades of each color', () => {
  const css = readFileSync('src/app/theme/tokens.css', 'utf8');
  for (const [token, color] of [
    ['fuchsia', 'fuchsia'],
    ['leaf', 'gray'],
    ['night', 'dark'],
  ] as const) {
    const steps = [...css.matchAll(new RegExp(`--send-${token}-\\d: (#\\w{6});`, 'g'))].map(([, hex]) => hex);
    expect(steps).toEqual([...(theme.colors?.[color] ?? [])]);
  }
});
