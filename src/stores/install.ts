import { create } from 'zustand';

/** Only Chromium fires this event, so the standard types lack it. */
type InstallPromptEvent = Event & { prompt: () => Promise<unknown> };

/** The browser's install prompt, saved until the user asks for it. */
export const useInstallEvent = create<{ event: InstallPromptEvent | undefined }>()(() => ({
  event: undefined,
}));

/** Saves the browser's install prompt. Call it before the first paint. */
export function captureInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallPromptEvent(event)) return;
    event.preventDefault();
    useInstallEvent.setState({ event });
  });
  addEventListener('appinstalled', forgetPrompt);
}

function isInstallPromptEvent(event: Event): event is InstallPromptEvent {
  return 'prompt' in event;
}

function forgetPrompt(): void {
  useInstallEvent.setState({ event: undefined });
}

/** Opens the browser's install dialog. It is undefined if the app is installed already or cannot be installed. */
export function useInstallPrompt(): (() => void) | undefined {
  const { event } = useInstallEvent();
  if (event === undefined) return undefined;
  return () => {
    // A prompt can be used only once.
    forgetPrompt();
    void event.prompt();
  };
}
