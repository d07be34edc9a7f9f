import { create } from 'zustand';
import { flushDrafts } from '../stores/drafts.ts';

type UpdateState = {
  /** Whether a newer version waits and the person has not said "Later". */
  isOffered: boolean;
  isApplying: boolean;
  offer: (apply: () => void) => void;
  apply: () => Promise<void>;
  postpone: () => void;
};

let applyUpdate: () => void = () => undefined;

/** A newer version of the app that waits until the person accepts it. */
export const useUpdate = create<UpdateState>()((set) => ({
  isOffered: false,
  isApplying: false,
  offer: (apply) => {
    applyUpdate = apply;
    set({ isOffered: true });
  },
  apply: async () => {
    set({ isApplying: true });
    await waitUntilNothingIsSending();
    await flushDrafts();
    applyUpdate();
  },
  postpone: () => set({ isOffered: false }),
}));

/** A running submit may finish first, so that its response is seen. */
async function waitUntilNothingIsSending(): Promise<void> {
  const { waitForSubmissions } = await import('../use-cases/outbox/outbox.ts');
  await waitForSubmissions();
}
