import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

type Tokens = Record<string, string>;

const css = readFileSync('src/app/theme/tokens.css', 'utf8');
const code = css.replace(/\/\*[\s\S]*?\*\//g, '');
const [, darkBlock = ''] =
  /@media screen and \(prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}/.exec(code) ?? [];
const light = tokensOf(code.replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, ''));
const darkOnlyTokens = tokensOf(darkBlock);
const THEMES: Record<string, Tokens> = { light, dark: { ...light, ...darkOnlyTokens } };

function tokensOf(block: string): Tokens {
  return Object.fromEntries(
    [...block.matchAll(/--send-([\w-]+)\s*:\s*([^;]+);/g)].map(([, name = '', value = '']) => [
      name,
      value.trim(),
    ]),
  );
}

const stated = [...css.matchAll(/@pair ([\w-]+) ([\w-]+) ([\d.]+)/g)].map(
  ([, text = '', ground = '', least]) => ({ text, ground, least: Number(least) }),
);
const tinted = Object.keys(light)
  .filter((name) => name.endsWith('-text') && `${name.slice(0, -4)}tint` in light)
  .map((text) => ({ text, ground: `${text.slice(0, -4)}tint`, least: 4.5 }));

/** The value of a token, or of the token that it refers to. */
function colourOf(tokens: Tokens, name: string): string | undefined {
  const [, other] = /^var\(--send-([\w-]+)\)$/.exec(tokens[name] ?? '') ?? [];
  return other === undefined ? tokens[name] : colourOf(tokens, other);
}

const isColour = (value: string | undefined) => /^#[0-9a-f]{6}$/i.test(value ?? '');

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

describe.each(Object.entries(THEMES))('in the %s theme', (_theme, tokens) => {
  test.each([...stated, ...tinted])('$text has enough contrast on $ground', ({ text, ground, least }) => {
    const [front, back] = [colourOf(tokens, text), colourOf(tokens, ground)];
    expect([front, back].every(isColour), `${front} on ${back}`).toBe(true);
    expect(contrast(front ?? '', back ?? '')).toBeGreaterThanOrEqual(least);
  });
});

test('every semantic color has a value for dark mode', () => {
  const semanticColors = Object.keys(light).filter((name) => isColour(light[name]));
  expect(semanticColors.filter((name) => !(name in darkOnlyTokens))).toEqual([]);
  expect(Object.keys(darkOnlyTokens).filter((name) => !(name in light))).toEqual([]);
});

test('more than eighty pairs are checked', () => {
  expect(stated.length + tinted.length).toBeGreaterThan(80);
});

test('the dark theme is only for screens, so that a printed receipt is dark on white (PAY-22)', () => {
  expect(code).not.toMatch(/@media \(prefers-color-scheme: dark\)/);
});
