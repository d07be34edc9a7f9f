import { createContext } from 'react';

export type WaitingFor = {
  /** Milliseconds before a person is offered to stop waiting. */
  after: number;
  stop: () => void;
};

/** How long calls may take before it is said, and how they are given up: the app knows, the buttons show it. */
export const Waiting = createContext<WaitingFor | undefined>(undefined);
