import { create } from 'zustand';

/** Only Chromium fires this event, so the standard types lack it. */
export type InstallPromptEvent = Event & { prompt: () => Promise<unknown> };

type InstallState = {
  /** The browser's install prompt, saved until the user asks for it. */
  event: InstallPromptEvent | undefined;
  setEvent: (event: InstallPromptEvent | undefined) => void;
};

export const useInstallEvent = create<InstallState>()((set) => ({
  event: undefined,
  setEvent: (event) => set({ event }),
}));

/** Opens the browser's install dialog. It is undefined if the app is installed already or cannot be installed. */
export function useInstallPrompt(): (() => void) | undefined {
  const { event, setEvent } = useInstallEvent();
  if (event === undefined) return undefined;
  return () => {
    // A prompt can be used only once.
    setEvent(undefined);
    void event.prompt();
  };
}
