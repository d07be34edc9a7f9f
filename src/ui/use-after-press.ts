import { useCallback, useEffect, useRef } from 'react';

/**
 * Runs a callback at once or, while a pointer is pressed, after the click. An error message that appears between
 * press and release would move the pressed button away from the pointer, and the click would be lost.
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
        for (const callback of pendingCallbacks.current.splice(0)) callback();
      });
    };
    document.addEventListener('pointerdown', press, true);
    document.addEventListener('pointerup', release, true);
    document.addEventListener('pointercancel', release, true);
    return () => {
      document.removeEventListener('pointerdown', press, true);
      document.removeEventListener('pointerup', release, true);
      document.removeEventListener('pointercancel', release, true);
    };
  }, []);
  return useCallback((callback) => {
    if (isPressed.current) pendingCallbacks.current.push(callback);
    else callback();
  }, []);
}
