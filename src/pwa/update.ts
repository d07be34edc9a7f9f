import { create } from 'zustand';
import { flushDrafts } from '../stores/drafts.ts';

type Update = {
  /** Whether a newer version waits and the person has not said "Later". */
  isOffered: boolean;
  isApplying: boolean;
  offer: (apply: () => void) => void;
  apply: () => Promise<void>;
  later: () => void;
};

let applyUpdate: () => void = () => undefined;

/** A newer version of the app that waits for the person's word. */
export const useUpdate = create<Update>()((set) => ({
  isOffered: false,
  isApplying: false,
  offer: (apply) => {
    applyUpdate = apply;
    set({ isOffered: true });
  },
  apply: async () => {
    set({ isApplying: true });
    await nothingIsBeingSent();
    await flushDrafts();
    applyUpdate();
  },
  later: () => set({ isOffered: false }),
}));

/** A submit that is under way is let finish, so that its answer is seen. */
async function nothingIsBeingSent(): Promise<void> {
  const { submitsEnded } = await import('../flows/submit.ts');
  await submitsEnded();
}
