/**
 * Moves the focus to the heading of the section, or of the page, when the focused element disappears, as a row does whose
 * Discard was pressed. Otherwise a screen reader would start at the top of the page again.
 */
export function restoreLostFocus(): void {
  let focused: Element | undefined;
  let section: Element | null = null;
  document.addEventListener('focusin', ({ target }) => {
    // A dialog returns the focus itself when it has closed.
    focused = target instanceof Element && !target.closest('[role="dialog"]') ? target : undefined;
    section = focused?.closest('section') ?? null;
  });
  const restore = () => {
    if (focused?.isConnected !== false || document.activeElement !== document.body) return;
    const headings = document.querySelectorAll<HTMLElement>('h1, section > h2');
    const heading = [...headings].findLast((one) => one.tagName === 'H1' || one.parentElement === section);
    if (heading === undefined) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  };
  // A page that opens has moved the focus itself by the next frame.
  new MutationObserver(() => {
    if (focused?.isConnected === false) requestAnimationFrame(restore);
  }).observe(document.body, { childList: true, subtree: true });
}
