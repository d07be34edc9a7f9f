const MIN_KEYBOARD_PX = 150;
const MIN_LIST_PX = 120;
/** The padding of the field's row and of the popup. */
const GAP_PX = 40;

/**
 * Keeps a field and its suggestions above the keyboard of a phone, which covers the lower part of the page without
 * resizing it: scrolls the field to the top and limits the height of the list to what is left. (LAY-51)
 */
export function keepSuggestionsAboveKeyboard(): void {
  const viewport = window.visualViewport;
  if (!viewport) return;
  const makeRoom = () => {
    const { style, clientHeight } = document.documentElement;
    style.removeProperty('--send-list-room');
    const field = document.activeElement;
    // A zoomed page also shows less of itself.
    const isCovered = clientHeight - viewport.height * viewport.scale > MIN_KEYBOARD_PX;
    if (!isCovered || !(field instanceof HTMLInputElement) || field.role !== 'combobox') return;
    (field.labels?.[0] ?? field).scrollIntoView({ block: 'start' });
    const room = viewport.offsetTop + viewport.height - field.getBoundingClientRect().bottom - GAP_PX;
    style.setProperty('--send-list-room', `${Math.max(MIN_LIST_PX, room)}px`);
  };
  viewport.addEventListener('resize', makeRoom);
  addEventListener('focusin', makeRoom);
  makeRoom();
}
