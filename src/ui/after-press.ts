let isPressed = false;
const pendingCallbacks: (() => void)[] = [];

function press(): void {
  isPressed = true;
}

function release(): void {
  isPressed = false;
  setTimeout(() => {
    if (isPressed) return;
    for (const callback of pendingCallbacks.splice(0)) callback();
  });
}

// The prerendered page has no document. A component may load while something is pressed already, so presses are watched
// from the start. After a right click the browser may not report the release.
for (const type of ['pointerdown', 'mousedown']) globalThis.document?.addEventListener(type, press, true);
for (const type of ['pointerup', 'pointercancel', 'mouseup', 'contextmenu'])
  globalThis.document?.addEventListener(type, release, true);

/**
 * Runs a callback at once or, while a pointer is pressed, after the click. An error message that appears between
 * press and release would move the pressed button away from the pointer, and the click would be lost. After a tap the
 * browser moves the focus only with the mouse events, which follow the pointer events.
 */
export function afterPress(callback: () => void): void {
  if (isPressed) pendingCallbacks.push(callback);
  else callback();
}
