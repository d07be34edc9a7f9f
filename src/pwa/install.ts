import { create } from 'zustand';

/** Chromium's own event; no standard type knows it. */
type InstallPromptEvent = Event & { prompt: () => Promise<unknown> };

type InstallState = {
  event: InstallPromptEvent | undefined;
  setEvent: (event: InstallPromptEvent | undefined) => void;
};

const useInstallEvent = create<InstallState>()((set) => ({
  event: undefined,
  setEvent: (event) => set({ event }),
}));

/** Keeps the browser's offer to install the app until the person asks for it; call before the first paint. */
export function captureInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallPromptEvent(event)) return;
    event.preventDefault();
    useInstallEvent.getState().setEvent(event);
  });
  addEventListener('appinstalled', () => useInstallEvent.getState().setEvent(undefined));
}

/** Opens the browser's install dialog; undefined where the app is installed already or cannot be. */
export function useInstallPrompt(): (() => void) | undefined {
  const { event, setEvent } = useInstallEvent();
  if (event === undefined) return undefined;
  return () => {
    // An offer serves once.
    setEvent(undefined);
    void event.prompt();
  };
}

function isInstallPromptEvent(event: Event): event is InstallPromptEvent {
  return 'prompt' in event;
}
