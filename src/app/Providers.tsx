import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { stopWaiting } from '../api/client.ts';
import { STILL_TRYING_MS } from '../contract/constants.ts';
import { Waiting } from '../ui/waiting.ts';
import { theme } from './theme/theme.ts';

const WAITING = { after: STILL_TRYING_MS, stop: stopWaiting };

/**
 * The theme for everything below. Its CSS variables come from a file (theme/mantine-variables.generated.css),
 * because style elements written by a script would be refused by the content security policy.
 */
export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <Waiting value={WAITING}>{children}</Waiting>
    </MantineProvider>
  );
}
