import { pause } from '../contract/pause.ts';

/** Hydration must not depend on stylesheets that never arrive. */
const TIMEOUT_MS = 3000;

/**
 * Resolves when the stylesheets of the page have loaded or failed. Hydration may show elements that the prerendered
 * page does not contain, such as cached deliveries, and the inline styles of the page do not cover these. (LAY-07)
 */
export async function waitForStyles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]');
  const loaded = [...links].map((link) => {
    if (link.sheet) return undefined;
    return new Promise((resolve) => {
      link.onload = link.onerror = resolve;
    });
  });
  await Promise.race([Promise.all(loaded), pause(TIMEOUT_MS)]);
}
