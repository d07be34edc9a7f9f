import { createContext, useContext } from 'react';

export type Connection = {
  /** Whether any server responds. */
  isReachable: boolean;
  /** How long a call may take, in milliseconds, before the user is offered to cancel it. */
  slowAfterMs: number;
  /** Aborts the calls that the user waits for. */
  cancel: () => void;
};

/** What the components know about the connection. The app provides it, so that they import neither stores nor the API. */
export const ConnectionContext = createContext<Connection | undefined>(undefined);

export function useIsReachable(): boolean {
  return useContext(ConnectionContext)?.isReachable ?? true;
}
