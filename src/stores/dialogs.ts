import { create } from 'zustand';
import { combine } from 'zustand/middleware';

export type AuthMode = 'login' | 'register' | 'resetPassword';

type DialogsState = {
  /** Which form the auth dialog shows; null while it is closed. */
  authMode: AuthMode | null;
  /** What a guest typed before they left the form, for the next one on this page. Passwords are never part of it. */
  typed: { name: string; phoneNumber: string; email: string } | undefined;
};

const CLOSED: DialogsState = { authMode: null, typed: undefined };

/** Dialogs that any screen may open and that the shell renders. */
export const useDialogs = create(
  combine(CLOSED, (set) => ({
    openAuth: (authMode: AuthMode) => set({ authMode }),
    closeAuth: () => set({ authMode: null }),
    reset: () => set(CLOSED),
  })),
);
