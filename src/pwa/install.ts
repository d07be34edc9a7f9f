import { create } from 'zustand';

/** Only Chromium fires this event, so the standard types lack it. */
type InstallPromptEvent = Event & { prompt: () => Promise<unknown> };

type InstallState = {
  event: InstallPromptEvent | undefined;
  setEvent: (event: InstallPromptEvent | undefined) => void;
};

const useInstallEvent = create<InstallState>()((set) => ({
  event: undefined,
  setEvent: (event) => set({ event }),
}));

/** Saves the browser's install prompt until the person asks for it. Call it before the first paint. */
export function captureInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallPromptEvent(event)) return;
    event.preventDefault();
    useInstallEvent.getState().setEvent(event);
  });
  addEventListener('appinstalled', () => useInstallEvent.getState().setEvent(undefined));
}

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

function isInstallPromptEvent(event: Event): event is InstallPromptEvent {
  return 'prompt' in event;
}
