import { create } from 'zustand';
import { combine } from 'zustand/middleware';
import { pause } from '../contract/pause.ts';
import { prepareReload } from '../stores/before-reload.ts';

/** A running submit is given up after 20 s, and what is typed is also in local storage when the page is left. */
const PREPARATION_LIMIT_MS = 25_000;

let applyUpdate: () => void = () => undefined;

/** A newer version of the app waits: `isOffered` until the user says "Later". */
export const useUpdate = create(
  combine({ isOffered: false, isApplying: false }, (set) => ({
    offer: (apply: () => void) => {
      applyUpdate = apply;
      set({ isOffered: true, isApplying: false });
    },
    apply: async () => {
      set({ isApplying: true });
      // A submission or a draft that cannot be waited for must not block the update for ever.
      await Promise.race([prepare().catch(() => undefined), pause(PREPARATION_LIMIT_MS)]);
      applyUpdate();
    },
    postpone: () => set({ isOffered: false }),
  })),
);

/** A running submit may finish first, so that its response is seen. */
async function prepare(): Promise<void> {
  const { waitForSubmissions } = await import('../use-cases/outbox/outbox.ts');
  await waitForSubmissions();
  await prepareReload();
}
