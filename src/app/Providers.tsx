import { type ReactNode, useMemo } from 'react';
import { abortUserWait } from '../api/client.ts';
import { useApp } from '../stores/app.ts';
import { ConnectionContext } from '../ui/connection-context.ts';
import { ThemeProvider } from './theme/ThemeProvider.tsx';

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
