import { MantineContext, MantineThemeProvider } from '@mantine/core';
import { type ReactNode, useLayoutEffect } from 'react';
import { theme } from './theme.ts';

const DARK = '(prefers-color-scheme: dark)';
const COLOR_SCHEME = {
  colorScheme: 'auto',
  setColorScheme: () => undefined,
  clearColorScheme: () => undefined,
  getRootElement: () => document.documentElement,
  classNamesPrefix: 'mantine',
  cssVariablesSelector: ':root',
  withStaticClasses: true,
} as const;

/**
 * Provides the theme like MantineProvider, without the parts of it that no page uses: the generator of the CSS variables,
 * which are in a file (mantine-variables.generated.css) because the content security policy forbids style elements that
 * a script writes, and a stored colour scheme. Its code would be 3 KB of every page.
 */
export function ThemeProvider({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    const media = matchMedia(DARK);
    const applyColorScheme = () => {
      dataset.mantineColorScheme = media.matches ? 'dark' : 'light';
    };
    applyColorScheme();
    media.addEventListener('change', applyColorScheme);
    return () => media.removeEventListener('change', applyColorScheme);
  }, []);
  return (
    <MantineContext value={COLOR_SCHEME}>
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}
