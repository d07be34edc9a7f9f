import * as v from 'valibot';
import { create } from 'zustand';
import { SignedInUser } from '../contract/user.ts';

/** The session lives under this key, as JSON; it is read synchronously, so the first paint knows who is here. */
export const USER_KEY = 'user';

type UserState = {
  user: SignedInUser | null;
  setUser: (user: SignedInUser) => void;
  /** Takes over what the server says of the user; a renewed token too. */
  updateUser: (changes: Partial<SignedInUser>) => void;
  restore: () => void;
  reset: () => void;
};

export const useUser = create<UserState>()((set, get) => ({
  user: null,
  setUser: (user) => {
    saveUser(user);
    set({ user });
  },
  updateUser: (changes) => {
    const { user } = get();
    if (user) get().setUser({ ...user, ...changes });
  },
  restore: () => set({ user: readSavedUser() }),
  reset: () => set({ user: null }),
}));

/** Who owns what this device keeps: the account's e-mail in lower case, or undefined for a guest. */
export function accountOf(user: SignedInUser | null): string | undefined {
  return user?.email.toLowerCase();
}

function saveUser(user: SignedInUser): void {
  try {
    localStorage.setItem(USER_KEY, JSON.stringify(user));
  } catch (error) {
    console.warn('The session could not be kept; it ends with this page', error);
  }
}

function readSavedUser(): SignedInUser | null {
  try {
    const parsed = v.safeParse(SignedInUser, JSON.parse(localStorage.getItem(USER_KEY) ?? 'null'));
    return parsed.success && parsed.output.jwtToken !== '' ? parsed.output : null;
  } catch {
    return null;
  }
}
