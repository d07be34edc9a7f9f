import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BROWSER_TARGET } from '../../scripts/build/browser-target.ts';

const document = readFileSync('index.html', 'utf8');

/**
 * What newer browsers have and an older one in the target does not. TypeScript's library (ES2024) excludes the rest of
 * the newer JavaScript; of ES2024, of Intl and of the web's own functions these are too new.
 */
const TOO_NEW =
  /Object\.groupBy|Map\.groupBy|withResolvers|\.canParse\(|fromAsync|\.transfer\(|resizable|waitAsync|AbortSignal\.any|\.showPopover\(|CloseWatcher\(|Intl\.Segmenter|\(\?<[=!]|\/v[,;.)]/;

test('the README names the browsers of the build (PRD-99)', () => {
  expect(BROWSER_TARGET).toEqual(['chrome111', 'edge111', 'firefox121', 'safari16.4']);
  expect(readFileSync('README.md', 'utf8')).toContain(
    'The app runs in Chrome and Edge 111, Firefox 121 and Safari 16.4, and in newer versions.',
  );
  expect(readFileSync('vite.config.ts', 'utf8')).toContain('target: BROWSER_TARGET');
});

test('the code uses no function that one of these browsers lacks (PRD-99)', () => {
  const users = ['src', 'sw'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => join(folder, file))
      .filter((file) => TOO_NEW.test(readFileSync(file, 'utf8'))),
  );
  expect(users).toEqual([]);
});

test('the document tells an older browser that it is too old, without a script (PRD-99)', () => {
  // Firefox supports the first since version 121; Chrome 111 and Safari 16.4 were the first with the second.
  expect(document).toMatch(
    /@supports selector\(:has\(a\)\) and \(width: 1rlh\) \{\s*#old-browser \{\s*display: none;/,
  );
  expect(document).toContain('This browser is too old for Send.');
});

test("the system's bar has the colour of the header in both themes (INS-23)", () => {
  const tokens = readFileSync('src/app/theme/tokens.css', 'utf8');
  const headers = [...tokens.matchAll(/--send-glass: rgb\(([\d ]+) \/ ([\d.]+)\)/g)];
  const pages = [...tokens.matchAll(/--send-page: #(\w{6})/g)].map(([, hex = '']) => hex);
  const colors = headers.map(([, channels = '', alpha], index) => {
    const mixed = channels.split(' ').map((channel, position) => {
      const below = Number.parseInt(pages[index]?.slice(2 * position, 2 * position + 2) ?? '', 16);
      return Math.round(Number(channel) * Number(alpha) + below * (1 - Number(alpha)));
    });
    return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
  });
  const themes = [
    ...document.matchAll(/"theme-color" media="\(prefers-color-scheme: (\w+)\)" content="(#\w+)"/g),
  ];
  expect(themes.map(([, theme, color]) => [theme, color])).toEqual([
    ['light', colors[0]],
    ['dark', colors[1]],
  ]);
  expect(JSON.parse(readFileSync('manifest.webmanifest', 'utf8')).theme_color).toBe(colors[0]);
});

test('an iPhone shows the short name, and no number becomes a phone link (INS-23)', () => {
  expect(document).toContain('<meta name="apple-mobile-web-app-title" content="Send" />');
  expect(document).toContain('<meta name="format-detection" content="telephone=no" />');
});
