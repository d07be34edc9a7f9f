import { useEffect, useState } from 'react';
import { MAP_CODE_CACHE } from '../device/caches.ts';
import { useApp } from '../stores/app.ts';
import { checkHealth } from '../use-cases/connectivity/check-health.ts';

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
    loadIfAvailable(load).then(
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

/**
 * Imports the code only if it is cached or a server responds. Chromium remembers a failed `import()` for the life of
 * the page, so an import without a network would make every later one fail as well.
 */
export async function loadIfAvailable<T>(load: () => Promise<T>): Promise<T> {
  if (!(await isMapCodeCached()) && !(await checkHealth()) && !useApp.getState().isReachable)
    throw new Error('There is no network, and the map is not cached');
  return load();
}

/** Also true in a browser without the Cache API, in which no service worker can respond instead of the network. */
async function isMapCodeCached(): Promise<boolean> {
  if (!('caches' in globalThis)) return true;
  const cache = await caches.open(MAP_CODE_CACHE);
  return (await cache.keys()).length > 0;
}
