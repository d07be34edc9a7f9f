import { orWarn, readOr } from '../../device/or-warn.ts';

const DISMISSED_KEY = 'send-install-dismissed';
let wasDismissedHere = false;

export function isInstallDismissed(): boolean {
  return wasDismissedHere || readOr(false, () => localStorage.getItem(DISMISSED_KEY) !== null);
}

export function dismissInstall(): void {
  wasDismissedHere = true;
  void orWarn('The choice not to install could not be saved', () => localStorage.setItem(DISMISSED_KEY, '1'));
}

/** Whether this is a browser on an iPhone or iPad, where only the share menu installs an app. */
export function isIosBrowser(): boolean {
  const isIos =
    /iPhone|iPad|iPod/.test(navigator.userAgent) ||
    // An iPad calls itself a Mac, and no Mac has a touch screen.
    (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);
  return isIos && !matchMedia('(display-mode: standalone)').matches;
}
