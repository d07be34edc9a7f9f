import { useEffect, useState } from 'react';

/**
 * Whether something that the user has asked for takes the focus when it appears. It does not if they have gone on to
 * something else before it arrives, because what they type there would be lost.
 */
export function useFocusRequest(): { takesFocus: boolean; requestFocus: () => void } {
  const [takesFocus, setTakesFocus] = useState(false);
  useEffect(() => {
    if (!takesFocus) return;
    const listeners = new AbortController();
    const keepFocus = () => setTakesFocus(false);
    for (const type of ['focusin', 'input']) {
      document.addEventListener(type, keepFocus, { signal: listeners.signal });
    }
    return () => listeners.abort();
  }, [takesFocus]);
  return { takesFocus, requestFocus: () => setTakesFocus(true) };
}
