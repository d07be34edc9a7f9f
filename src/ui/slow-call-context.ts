import { createContext } from 'react';

export type SlowCall = {
  /** How long a call may take, in milliseconds, before the person is offered to cancel it. */
  delayMs: number;
  cancel: () => void;
};

/** The app provides the slow-call threshold and the way to abort calls, so that this folder does not import the API. */
export const SlowCallContext = createContext<SlowCall | undefined>(undefined);
