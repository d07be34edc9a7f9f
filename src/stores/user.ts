import { create } from 'zustand';
import { combine } from 'zustand/middleware';
import type { LoggedInUser } from '../contract/user.ts';
import { orWarn, readOr } from '../device/or-warn.ts';

/**
 * Local storage holds the session under this key, as JSON. It is read synchronously, so that the first paint
 * already knows who is logged in.
 */
export const USER_KEY = 'user';

const LOGGED_OUT: { user: LoggedInUser | null } = { user: null };

export const useUser = create(
  combine(LOGGED_OUT, (set, get) => {
    const setUser = (user: LoggedInUser) => {
      void orWarn('The session could not be saved', () =>
        localStorage.setItem(USER_KEY, JSON.stringify(user)),
      );
      set({ user });
    };
    return {
      setUser,
      /** Merges what the server returned for the user, including a renewed token. */
      updateUser: (changes: Partial<LoggedInUser>) => {
        const { user } = get();
        if (user) setUser({ ...user, ...changes });
      },
      restore: () => set({ user: readSavedUser() }),
      reset: () => set(LOGGED_OUT),
    };
  }),
);

/** Who owns what this device stores: the account's email in lower case, or undefined for a guest. */
export function accountOf(user: LoggedInUser | null): string | undefined {
  return user?.email.toLowerCase();
}

/** The account that is logged in at this moment; see {@link accountOf}. */
export function currentAccount(): string | undefined {
  return accountOf(useUser.getState().user);
}

/** The account that is logged in, for components: they render again when it changes. */
export function useAccount(): string | undefined {
  return useUser(({ user }) => accountOf(user));
}

/** The account that is logged in according to local storage, which another tab may have changed. */
export function savedAccount(): string | undefined {
  return accountOf(readSavedUser());
}

/** Removes a session that has ended from local storage, unless another one has begun meanwhile. */
export function removeSavedUser(ended: LoggedInUser | null): void {
  if (ended && readSavedUser()?.jwtToken === ended.jwtToken) localStorage.removeItem(USER_KEY);
}

function readSavedUser(): LoggedInUser | null {
  const saved: unknown = readOr(null, () => JSON.parse(localStorage.getItem(USER_KEY) ?? 'null'));
  return isLoggedInUser(saved) && saved.jwtToken !== '' ? saved : null;
}

/** The session is read before the schemas are loaded, so the page can show the account at once. */
function isLoggedInUser(saved: unknown): saved is LoggedInUser {
  if (typeof saved !== 'object' || saved === null) return false;
  const isText = (name: string) => typeof Reflect.get(saved, name) === 'string';
  const isTextOrMissing = (name: string) => isText(name) || (Reflect.get(saved, name) ?? null) === null;
  return (
    ['name', 'email', 'jwtToken'].every(isText) &&
    ['phoneNumber', 'vatNumber', 'sessionId'].every(isTextOrMissing)
  );
}
