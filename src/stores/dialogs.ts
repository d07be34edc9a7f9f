import { create } from 'zustand';
import { combine } from 'zustand/middleware';

export type AuthMode = 'login' | 'register' | 'resetPassword';

/** Which form the auth dialog shows; null while it is closed. */
const CLOSED: { authMode: AuthMode | null } = { authMode: null };

/** Dialogs that any screen may open and that the shell renders. */
export const useDialogs = create(
  combine(CLOSED, (set) => ({
    openAuth: (authMode: AuthMode) => set({ authMode }),
    closeAuth: () => set(CLOSED),
    reset: () => set(CLOSED),
  })),
);
