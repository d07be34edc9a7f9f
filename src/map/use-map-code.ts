import { useEffect, useState } from 'react';

type MapCode<T> = { code: T | undefined; hasFailed: boolean; tryAgain: () => void };

/**
 * The code of a map, fetched once it is wanted. Unlike a lazy component it can be asked for again: a map whose
 * code is out of reach must not take the page with it.
 */
export function useMapCode<T>(load: () => Promise<T>, isWanted = true): MapCode<T> {
  const [code, setCode] = useState<{ value: T }>();
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (!isWanted) return;
    let isGone = false;
    setFailed(false);
    load().then(
      (value) => isGone || setCode({ value }),
      (error: unknown) => {
        console.info('The map could not be loaded', attempt, error);
        if (!isGone) setFailed(true);
      },
    );
    return () => {
      isGone = true;
    };
  }, [load, isWanted, attempt]);

  return { code: code?.value, hasFailed, tryAgain: () => setAttempt((before) => before + 1) };
}
