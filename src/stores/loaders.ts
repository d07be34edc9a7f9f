import { create } from 'zustand';
import { combine } from 'zustand/middleware';

const NOTHING_LOADING: { loading: Record<string, true> } = { loading: {} };

/** The operations that are running now, by name. A finished operation is removed, not set to false. */
export const useLoaders = create(
  combine(NOTHING_LOADING, (set) => ({
    start: (name: string) => set(({ loading }) => ({ loading: { ...loading, [name]: true } })),
    finish: (name: string) =>
      set(({ loading }) => {
        const { [name]: _, ...rest } = loading;
        return { loading: rest };
      }),
    reset: () => set(NOTHING_LOADING),
  })),
);

export function useIsLoading(name: string): boolean {
  return useLoaders(({ loading }) => loading[name] === true);
}

/** Runs `work` and sets the loading flag `name` until it has ended. */
export async function whileLoading<T>(name: string, work: () => Promise<T>): Promise<T> {
  const { start, finish } = useLoaders.getState();
  start(name);
  try {
    return await work();
  } finally {
    finish(name);
  }
}
