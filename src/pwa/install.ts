import { type InstallPromptEvent, useInstallEvent } from '../stores/install.ts';

/** Saves the browser's install prompt until the user asks for it. Call it before the first paint. */
export function captureInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallPromptEvent(event)) return;
    event.preventDefault();
    useInstallEvent.getState().setEvent(event);
  });
  addEventListener('appinstalled', () => useInstallEvent.getState().setEvent(undefined));
}

function isInstallPromptEvent(event: Event): event is InstallPromptEvent {
  return 'prompt' in event;
}
