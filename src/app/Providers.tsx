import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { abortUserWait } from '../api/client.ts';
import { STILL_TRYING_MS } from '../contract/constants.ts';
import { SlowCallContext } from '../ui/slow-call-context.ts';
import { theme } from './theme/theme.ts';

const SLOW_CALL = { delayMs: STILL_TRYING_MS, cancel: abortUserWait };

/**
 * Provides the theme. Its CSS variables are in a file (theme/mantine-variables.generated.css), because the content
 * security policy forbids style elements that a script writes.
 */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <SlowCallContext value={SLOW_CALL}>{children}</SlowCallContext>
    </MantineProvider>
  );
}
