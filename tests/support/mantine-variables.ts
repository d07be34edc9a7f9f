import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { theme } from '../../src/app/theme/theme.ts';

type Variables = Record<string, string>;

/** Maps the shadows and semantic colours of Mantine to ours, which change with the colour scheme by themselves. */
const semanticVariables: Variables = {
  '--mantine-color-body': 'var(--send-page)',
  '--mantine-color-text': 'var(--send-ink)',
  '--mantine-color-bright': 'var(--send-ink)',
  '--mantine-color-dimmed': 'var(--send-ink-muted)',
  '--mantine-color-placeholder': 'var(--send-ink-muted)',
  '--mantine-color-error': 'var(--send-danger-ink)',
  '--mantine-color-default': 'var(--send-surface)',
  '--mantine-color-default-hover': 'var(--send-hover)',
  '--mantine-color-default-color': 'var(--send-ink)',
  '--mantine-color-default-border': 'var(--send-edge-control)',
  '--mantine-color-disabled': 'var(--send-off)',
  '--mantine-color-disabled-color': 'var(--send-on-off)',
  '--mantine-color-disabled-border': 'var(--send-edge)',
  '--mantine-primary-color-filled': 'var(--send-accent)',
  '--mantine-primary-color-filled-hover': 'var(--send-accent-hover)',
  '--mantine-color-fuchsia-filled': 'var(--send-accent)',
  '--mantine-color-fuchsia-filled-hover': 'var(--send-accent-hover)',
  '--mantine-color-fuchsia-light': 'var(--send-accent-wash)',
  '--mantine-color-fuchsia-light-color': 'var(--send-accent-ink)',
  '--mantine-shadow-lg': 'var(--send-shadow-float)',
  '--mantine-shadow-xl': 'var(--send-shadow-dialog)',
};

/** Mantine's palettes that our theme does not use. */
const unused = Object.keys(DEFAULT_THEME.colors).filter((name) => name !== 'gray' && name !== 'dark');
/** Variables that no page uses. A test checks that no stylesheet or script names them. */
export const UNUSED_VARIABLES =
  /^--mantine-(h[1-6]|heading|breakpoint|z-index|shadow-(xs|sm|md)|font-weight-bold|primary-color-(\d|light|contrast)|color-(anchor|dark-[a-z79]|gray-[a-z258]|fuchsia-([013-9]|outline|text)))/;
const isUnused = (name: string) =>
  UNUSED_VARIABLES.test(name) || unused.some((color) => name.startsWith(`--mantine-color-${color}-`));

/**
 * The CSS that MantineProvider would write into style elements of the page, as a file: our content security policy
 * forbids style elements that a script creates.
 */
export function mantineVariablesCss(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const defaults = defaultCssVariablesResolver(merged);
  const light: Variables = { '--mantine-color-scheme': 'light', ...defaults.light, ...semanticVariables };
  const dark: Variables = { '--mantine-color-scheme': 'dark', ...defaults.dark, ...semanticVariables };
  const onlyDark = Object.fromEntries(Object.entries(dark).filter(([name, value]) => light[name] !== value));
  return [
    '/* Generated from theme.ts; `npx vitest run --project unit theme-variables -u` writes it again. */',
    '@layer mantine {',
    rule(':root', { ...defaults.variables, ...light }),
    '@media (prefers-color-scheme: dark) {',
    rule(':root', onlyDark),
    '}',
    '}',
    '',
  ].join('\n');
}

function rule(selector: string, variables: Variables): string {
  const lines = Object.entries(variables)
    .filter(([name, value]) => value !== undefined && !isUnused(name))
    .map(([name, value]) => `${name}: ${value};`);
  return `${selector} {\n${lines.join('\n')}\n}`;
}
