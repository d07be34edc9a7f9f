import { useCallback, useEffect, useState } from 'react';
import { type Lookup, lookUpPackage } from '../../flows/tracking.ts';

export type LookupStateName = 'idle' | 'looking' | Lookup;

export type Looking = {
  state: LookupStateName;
  /** Asks for the same number once more. */
  again: () => void;
};

/** Looks a tracking number up as soon as the page has one, and whenever it becomes another. */
export function useLookup(guid: string | undefined): Looking {
  const [last, setLast] = useState<{ guid: string; outcome: Lookup | 'looking' }>();

  const look = useCallback(async (number: string, isGone: () => boolean) => {
    setLast({ guid: number, outcome: 'looking' });
    const outcome = await lookUpPackage(number);
    if (!isGone()) setLast({ guid: number, outcome });
  }, []);

  useEffect(() => {
    if (guid === undefined) return;
    let isGone = false;
    void look(guid, () => isGone);
    return () => {
      isGone = true;
    };
  }, [guid, look]);

  return {
    state: guid === undefined ? 'idle' : last?.guid === guid ? last.outcome : 'looking',
    again: () => {
      if (guid !== undefined) void look(guid, () => false);
    },
  };
}
