import { create } from 'zustand';

type Loaders = {
  loading: Record<string, true>;
  start: (name: string) => void;
  finish: (name: string) => void;
  reset: () => void;
};

/** The operations that are running now, by name. A finished operation is removed, not set to false. */
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

/** Runs `work` and sets the loading flag `name` until it has ended. */
export async function whileLoading<T>(name: string, work: () => Promise<T>): Promise<T> {
  useLoaders.getState().start(name);
  try {
    return await work();
  } finally {
    useLoaders.getState().finish(name);
  }
}
