import { useEffect, useState } from 'react';

/**
 * Opens an overlay one render after it has mounted. Mantine remembers the focused element, to restore it later,
 * only when an already mounted overlay opens; our overlays mount with their first opening.
 */
export function useOpenAfterMount(isOpen: boolean): boolean {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => void setIsMounted(true), []);
  return isOpen && isMounted;
}
