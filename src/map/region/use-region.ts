import { useEffect, useState } from 'react';
import { knowTowns } from '../../flows/known-towns.ts';
import type { Region } from './decode.ts';
import { loadRegion } from './load.ts';

/** The region's own map, once it is here; its towns then also serve as suggestions without a network. */
export function useRegion(): Region | undefined {
  const [region, setRegion] = useState<Region>();
  useEffect(() => {
    let isGone = false;
    loadRegion().then(
      (loaded) => {
        knowTowns(loaded.labels.filter(({ kind }) => kind === 'town'));
        if (!isGone) setRegion(loaded);
      },
      (error: unknown) => console.warn('The base map could not be loaded', error),
    );
    return () => {
      isGone = true;
    };
  }, []);
  return region;
}
