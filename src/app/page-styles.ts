/** Styles that hang must not keep the page from working. */
const LIMIT_MS = 3000;

/**
 * Resolves when the stylesheets of the page have loaded or failed. Hydration shows what the prerendered page does not
 * contain, such as known deliveries, and its styles are not among those in the document. (LAY-07)
 */
export async function waitForStyles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]');
  const ends = [...links].map((link) => {
    if (link.sheet) return undefined;
    return new Promise((resolve) => {
      link.onload = link.onerror = resolve;
    });
  });
  await Promise.race([Promise.all(ends), new Promise((resolve) => setTimeout(resolve, LIMIT_MS))]);
}
