import { useEffect, useState } from 'react';

/**
 * Opens an overlay one step after it has come. Mantine notes where the focus was, to bring it back, only when
 * an overlay that is there already opens; ours come with their first opening.
 */
export function useOpening(isOpen: boolean): boolean {
  const [isThere, setThere] = useState(false);
  useEffect(() => setThere(true), []);
  return isOpen && isThere;
}
