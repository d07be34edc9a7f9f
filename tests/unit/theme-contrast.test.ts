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

/**
 * Foregrounds, their backgrounds and the least contrast: 4.5 for text, and 3 for large text and for edges that show where
 * a control is. The text and the tint of each status are checked in addition.
 */
const PAIRS: [text: string, grounds: string, least: number][] = [
  ['ink', 'page surface sunken hover raised accent-wash', 4.5],
  ['ink-soft', 'raised page surface sunken accent-wash', 4.5],
  ['ink-muted', 'raised page surface sunken accent-wash', 4.5],
  ['accent-ink', 'raised page surface sunken accent-wash', 4.5],
  ['danger-ink', 'raised surface page', 4.5],
  ['edge-control', 'raised surface page', 3],
  ['focus', 'raised page surface sunken', 3],
  ['line', 'raised page surface sunken', 3],
  ['accent', 'raised page surface', 3],
  ['on-banner', 'banner', 4.5],
  ['on-accent', 'accent accent-hover', 4.5],
  ['on-off', 'off', 4.5],
  ['on-danger', 'danger', 4.5],
  ['danger', 'surface', 3],
  ['line-rest', 'surface', 3],
  ['line-old', 'surface page', 3],
  ['on-panel', 'panel panel-raised', 4.5],
  ['on-panel-soft', 'panel panel-raised', 4.5],
  ['panel-line', 'panel panel-hill-1 panel-hill-2 panel-hill-3', 3],
  ['map-label', 'map-land', 4.5],
  ['map-route', 'map-land map-sea', 3],
  ['age-fresh', 'surface page', 4.5],
  ['age-old', 'surface page', 4.5],
];
const stated = PAIRS.flatMap(([text, grounds, least]) =>
  grounds.split(' ').map((ground) => ({ text, ground, least })),
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

test('every semantic color has a value for dark mode, or is checked on its backgrounds there', () => {
  const semanticColors = Object.keys(light).filter((name) => isColour(light[name]));
  const checked = PAIRS.map(([text]) => text);
  expect(semanticColors.filter((name) => !(name in darkOnlyTokens) && !checked.includes(name))).toEqual([]);
  expect(Object.keys(darkOnlyTokens).filter((name) => !(name in light))).toEqual([]);
});

test('more than seventy pairs are checked', () => {
  expect(stated.length + tinted.length).toBeGreaterThan(70);
});

test('the dark theme is only for screens, so that a printed receipt is dark on white (PAY-22)', () => {
  expect(code).not.toMatch(/@media \(prefers-color-scheme: dark\)/);
});
