import { useEffect, useState } from 'react';

type MapCode<T> = { code: T | undefined; hasFailed: boolean; retry: () => void };

/**
 * Loads the code of a map once it is needed. Unlike a lazy component it can retry, and a failed load does not
 * replace the page with the error page.
 */
export function useMapCode<T>(load: () => Promise<T>, isEnabled = true): MapCode<T> {
  const [code, setCode] = useState<{ value: T }>();
  const [hasFailed, setHasFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (!isEnabled) return;
    let isUnmounted = false;
    setHasFailed(false);
    load().then(
      (value) => isUnmounted || setCode({ value }),
      (error: unknown) => {
        console.info('The map could not be loaded', attempt, error);
        if (!isUnmounted) setHasFailed(true);
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [load, isEnabled, attempt]);

  return { code: code?.value, hasFailed, retry: () => setAttempt((before) => before + 1) };
}
