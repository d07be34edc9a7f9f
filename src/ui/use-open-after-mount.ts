import { useEffect, useState } from 'react';

/**
 * Opens an overlay one step after it has come. Mantine notes where the focus was, to bring it back, only when
 * an overlay that is there already opens; ours come with their first opening.
 */
export function useOpenAfterMount(isOpen: boolean): boolean {
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => setIsMounted(true), []);
  return isOpen && isMounted;
}
