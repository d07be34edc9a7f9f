import { create } from 'zustand';

export type AuthMode = 'login' | 'register' | 'resetPassword';

type Dialogs = {
  /** Which form the auth dialog shows; null while it is closed. */
  authMode: AuthMode | null;
  openAuth: (mode: AuthMode) => void;
  closeAuth: () => void;
  reset: () => void;
};

/** Dialogs that any screen may open and that the shell renders. */
export const useDialogs = create<Dialogs>()((set) => ({
  authMode: null,
  openAuth: (authMode) => set({ authMode }),
  closeAuth: () => set({ authMode: null }),
  reset: () => set({ authMode: null }),
}));
