import { create } from 'zustand';

/** Chromium's own event; no standard type knows it. */
type InstallEvent = Event & { prompt: () => Promise<unknown> };

type Install = { event: InstallEvent | undefined; setEvent: (event: InstallEvent | undefined) => void };

const useInstallEvent = create<Install>()((set) => ({
  event: undefined,
  setEvent: (event) => set({ event }),
}));

/** Keeps the browser's offer to install the app until the person asks for it; call before the first paint. */
export function catchInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallEvent(event)) return;
    event.preventDefault();
    useInstallEvent.getState().setEvent(event);
  });
  addEventListener('appinstalled', () => useInstallEvent.getState().setEvent(undefined));
}

/** Opens the browser's install dialog; undefined where the app is installed already or cannot be. */
export function useInstall(): (() => void) | undefined {
  const { event, setEvent } = useInstallEvent();
  if (event === undefined) return undefined;
  return () => {
    // An offer serves once.
    setEvent(undefined);
    void event.prompt();
  };
}

function isInstallEvent(event: Event): event is InstallEvent {
  return 'prompt' in event;
}
