import { createContext } from 'react';

export type SlowCall = {
  /** Milliseconds before a person is offered to stop waiting. */
  delayMs: number;
  cancel: () => void;
};

/** How long calls may take before it is said, and how they are given up: the app knows, the buttons show it. */
export const SlowCallContext = createContext<SlowCall | undefined>(undefined);
