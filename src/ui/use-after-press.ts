import { useCallback, useEffect, useRef } from 'react';

/**
 * Runs a callback at once or, while a pointer is pressed, after the click. An error message that appears between
 * press and release would move the pressed button away from the pointer, and the click would be lost. After a tap the
 * browser moves the focus only with the mouse events, which follow the pointer events.
 */
export function useAfterPress(): (callback: () => void) => void {
  const isPressed = useRef(false);
  const pendingCallbacks = useRef<(() => void)[]>([]);
  useEffect(() => {
    const press = () => {
      isPressed.current = true;
    };
    const release = () => {
      isPressed.current = false;
      setTimeout(() => {
        if (isPressed.current) return;
        for (const callback of pendingCallbacks.current.splice(0)) callback();
      });
    };
    const controller = new AbortController();
    const options = { capture: true, signal: controller.signal };
    for (const type of ['pointerdown', 'mousedown']) document.addEventListener(type, press, options);
    for (const type of ['pointerup', 'pointercancel', 'mouseup'])
      document.addEventListener(type, release, options);
    return () => controller.abort();
  }, []);
  return useCallback((callback) => {
    if (isPressed.current) pendingCallbacks.current.push(callback);
    else callback();
  }, []);
}
