import { MantineContext, MantineThemeProvider } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useMemo } from 'react';
import { abortUserWait } from '../api/client.ts';
import { useApp } from '../stores/app.ts';
import { ConnectionContext } from '../ui/StillTrying.tsx';
import { theme } from './theme/theme.ts';

export const STILL_TRYING_MS = 8000;

export function Providers({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider>
      <ConnectionProvider>{children}</ConnectionProvider>
    </ThemeProvider>
  );
}

export function ConnectionProvider({ children }: { children: ReactNode }) {
  const isReachable = useApp((app) => app.isReachable);
  const connection = useMemo(
    () => ({ isReachable, slowAfterMs: STILL_TRYING_MS, cancel: abortUserWait }),
    [isReachable],
  );
  return <ConnectionContext value={connection}>{children}</ConnectionContext>;
}

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
function ThemeProvider({ children }: { children: ReactNode }) {
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
