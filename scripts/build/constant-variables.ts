import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import postcss, { type Root } from 'postcss';
import type { Plugin } from 'vite';

const THEME_FILES = ['tokens.css', 'mantine-variables.generated.css'];
/** Scripts of the app and of the library read these variables, or put their names together. */
const READ_BY_SCRIPTS =
  /^--(send-(font|z-)|mantine-(scale|color-(black|white|bright|default|dimmed|fuchsia)|(font|line-height|radius|spacing)-))/;
/** A script sets it. */
export const SET_BY_SCRIPTS = /^--send-list-room$/;
/** What is left of the library's scale, which is 1. */
const SCALED = /calc\((-?[\d.]+rem) \* 1\)/g;

/**
 * Replaces the theme variables that are the same everywhere by their values, and removes their definitions. Documents
 * and stylesheets become smaller, and a browser resolves fewer variables before the first paint.
 */
export function insertConstantVariables(root: string): Plugin {
  const theme = THEME_FILES.map((file) => readFileSync(join(root, 'src/app/theme', file), 'utf8'));
  const constants = readConstants(theme.join('\n'));
  return {
    name: 'send:insert-constant-variables',
    apply: 'build',
    enforce: 'pre',
    transform(css, id) {
      if (!id.endsWith('.css')) return undefined;
      const isTheme = THEME_FILES.some((file) => id.endsWith(`/theme/${file}`));
      return { code: insertConstants(css, constants, isTheme), map: null };
    },
  };
}

/** The custom properties that a theme defines once and no script sets, with values that name no other of them. */
export function readConstants(theme: string): ReadonlyMap<string, string> {
  const definitions = new Map<string, string[]>();
  postcss.parse(theme).walkDecls(/^--/, ({ prop, value }) => {
    if (!SET_BY_SCRIPTS.test(prop)) definitions.set(prop, [...(definitions.get(prop) ?? []), value]);
  });
  const constants = new Map<string, string>();
  for (const [prop, [value = '', ...others]] of definitions)
    if (others.length === 0) constants.set(prop, value);
  for (const [prop, value] of constants) constants.set(prop, insertInto(value, constants));
  return constants;
}

/** @param isTheme whether the stylesheet is the one that defines the constants; no other one may set them */
export function insertConstants(
  css: string,
  constants: ReadonlyMap<string, string>,
  isTheme: boolean,
): string {
  const root: Root = postcss.parse(css);
  root.walkDecls((declaration) => {
    const isConstant = constants.has(declaration.prop);
    if (isConstant && !isTheme) throw new Error(`A stylesheet sets the constant ${declaration.prop}`);
    if (isConstant && !READ_BY_SCRIPTS.test(declaration.prop)) declaration.remove();
    else declaration.value = insertInto(declaration.value, constants);
  });
  return root.toString();
}

function insertInto(value: string, constants: ReadonlyMap<string, string>): string {
  const inserted = value
    .replace(/var\(\s*(--[\w-]+)\s*\)/g, (use, name: string) => constants.get(name) ?? use)
    .replace(SCALED, '$1');
  return inserted === value ? value : insertInto(inserted, constants);
}
