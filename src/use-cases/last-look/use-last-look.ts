import { useEffect, useRef, useState } from 'react';
import type { Shown, Visit } from './last-look.ts';

/**
 * One line about what has changed since the user last looked at this on this device; undefined if nothing has. Its
 * code is loaded on demand, because the page is complete without it. (PRD-80)
 */
export function useLastLook(shown: Shown): string | undefined {
  const [line, setLine] = useState<string>();
  const visit = useRef<Visit>(undefined);
  useEffect(() => {
    let isLatest = true;
    import('./last-look.ts').then(
      ({ compareWithLastLook }) => {
        if (!isLatest) return;
        visit.current = compareWithLastLook(shown, visit.current);
        setLine(visit.current.line);
      },
      (error) => console.info('What changed since the last look could not be loaded', error),
    );
    return () => {
      isLatest = false;
    };
  }, [shown]);
  return line;
}
