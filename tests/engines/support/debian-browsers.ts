import { existsSync } from 'node:fs';

/** The program that each Debian package installs. */
const PACKAGES = {
  'firefox-esr': '/usr/bin/firefox-esr',
  'webkit2gtk-driver': '/usr/bin/WebKitWebDriver',
  xvfb: '/usr/bin/xvfb-run',
  xauth: '/usr/bin/xauth',
};
export const FIREFOX = PACKAGES['firefox-esr'];

/** Fails before the first test if a browser is missing, and says how to install it. */
export default function requireBrowsers(): void {
  const missing = Object.entries(PACKAGES)
    .filter(([, path]) => !existsSync(path))
    .map(([name]) => name);
  if (missing.length === 0) return;
  throw new Error(
    `These journeys run in Debian's Firefox and WebKitGTK. Missing: ${missing.join(', ')}.\n` +
      `Install them as root: apt-get update && apt-get install -y ${missing.join(' ')}`,
  );
}
