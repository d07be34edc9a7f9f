import { create } from 'zustand';

type Loaders = {
  loading: Record<string, true>;
  start: (name: string) => void;
  finish: (name: string) => void;
  reset: () => void;
};

/** What is being loaded right now, by name; a finished loader is gone, not false. */
export const useLoaders = create<Loaders>()((set) => ({
  loading: {},
  reset: () => set({ loading: {} }),
  start: (name) => set(({ loading }) => ({ loading: { ...loading, [name]: true } })),
  finish: (name) =>
    set(({ loading }) => {
      const { [name]: _, ...rest } = loading;
      return { loading: rest };
    }),
}));

/** Runs `work` with the loader `name` on. */
export async function whileLoading<T>(name: string, work: () => Promise<T>): Promise<T> {
  useLoaders.getState().start(name);
  try {
    return await work();
  } finally {
    useLoaders.getState().finish(name);
  }
}
