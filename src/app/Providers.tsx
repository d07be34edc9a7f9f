import type { ReactNode } from 'react';
import { abortUserWait } from '../api/client.ts';
import { STILL_TRYING_MS } from '../contract/constants.ts';
import { SlowCallContext } from '../ui/slow-call-context.ts';
import { ThemeProvider } from './theme/ThemeProvider.tsx';

const SLOW_CALL = { delayMs: STILL_TRYING_MS, cancel: abortUserWait };

export function Providers({ children }: { children: ReactNode }) {
  return (
    <ThemeProvider>
      <SlowCallContext value={SLOW_CALL}>{children}</SlowCallContext>
    </ThemeProvider>
  );
}
