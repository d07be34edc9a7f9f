import { useEffect, useState } from 'react';
import type { Region } from './decode.ts';
import { loadRegion } from './load.ts';

/** The base map of the region; undefined until it has loaded. */
export function useRegion(): Region | undefined {
  const [region, setRegion] = useState<Region>();
  useEffect(() => {
    let isUnmounted = false;
    loadRegion().then(
      (loaded) => {
        if (!isUnmounted) setRegion(loaded);
      },
      (error: unknown) => console.warn('The base map could not be loaded', error),
    );
    return () => {
      isUnmounted = true;
    };
  }, []);
  return region;
}
